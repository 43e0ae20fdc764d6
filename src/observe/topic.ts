import type { Comment } from '../github/forge.ts'
import { illustrate } from './images.ts'
import type { Topic } from '../work/order.ts'
import { isPerson, saidAt } from '../decide/comments.ts'
import type { Thread } from '../decide/thread.ts'
import { mayAct } from '../decide/permissions.ts'
import type { Sources } from './sources.ts'

/** How many comments of an issue a model is shown, and how many characters of the issue's text. */
const COMMENTS = 30
const TEXT_LIMIT = 32_000

/**
 * The issue, and what people who may write said on it; commands are no part of the conversation. `words` are those that
 * the work is about; images are counted from there on.
 */
export async function topicOf(
  sources: Sources,
  thread: Thread,
  words: string,
): Promise<{ topic: Topic; words: string }> {
  const { issue } = thread
  const said = await permittedComments(sources, thread)
  const { texts, images } = await illustrate([words, issue.body, ...said.map(({ body }) => body)], sources.repo)
  const [request = '', body = '', ...bodies] = texts
  return {
    words: request,
    topic: {
      number: issue.number,
      title: issue.title,
      body: body.slice(0, TEXT_LIMIT),
      comments: said.map(({ id, author }, i) => ({
        id,
        author: author.login,
        text: (bodies[i] ?? '').slice(0, TEXT_LIMIT),
      })),
      ...imagesOf(images),
    },
  }
}

/** Where there are none, nothing says so. */
export const imagesOf = (images: string[]): { images?: string[] } => (images.length > 0 ? { images } : {})

async function permittedComments({ forge }: Sources, { comments, bot, people }: Thread): Promise<Comment[]> {
  const talk = saidAt('issue', comments, bot)
    .filter(({ command, comment }) => command.kind === 'nothing' && isPerson(comment.author, bot))
    .slice(-COMMENTS)
  const authors = [...new Set(talk.map(({ comment }) => comment.author.login))]
  const asked = await Promise.all(
    authors.map(async (login) => ({
      login,
      permission: people.get(login)?.permission ?? (await forge.permission(login)),
    })),
  )
  const permitted = asked.filter(({ permission }) => mayAct({ permission, approver: false })).map(({ login }) => login)
  return talk.map(({ comment }) => comment).filter(({ author }) => permitted.includes(author.login))
}
