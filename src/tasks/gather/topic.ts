import { extractImages } from './images.ts'
import type { Topic } from '../fields.ts'
import { readComments } from '../../decide/thread/people.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { permitted, type Sources } from '../../observe/sources.ts'
import { shorten } from '../../lib/shorten.ts'
import { ofTheirPull } from './source-change.ts'

/** Maximum number of comments of an issue, and of characters of its text, for a model. */
const COMMENTS = 30
const TEXT_LIMIT = 32_000

/**
 * The issue and its comments by people with write permission, without commands; for a person's pull request also its
 * diff and reviews. `request` is what the work is about; its images get the first numbers.
 */
export async function topicOf(
  sources: Sources,
  thread: Thread,
  asked: string,
): Promise<{ topic: Topic; request: string }> {
  const { issue } = thread
  const [comments, theirs] = await Promise.all([permittedComments(sources, thread), ofTheirPull(sources, thread)])
  const { texts, images } = await extractImages([asked, issue.body, ...comments.map(({ body }) => body)], {
    ...sources.repo,
    rendered: () => sources.forge.rendered(issue.number),
  })
  const [request = '', body = '', ...bodies] = texts
  return {
    request,
    topic: {
      number: issue.number,
      title: issue.title,
      body: shorten(body, TEXT_LIMIT),
      comments: [
        ...comments.map(({ id, author }, i) => ({
          id,
          author: author.login,
          text: shorten(bodies[i] ?? '', TEXT_LIMIT),
        })),
        ...(theirs?.remarks ?? []),
      ],
      ...(theirs ? { change: theirs.change } : {}),
      ...imagesOf(images),
    },
  }
}

/** The property `images`, omitted if there are none. */
export const imagesOf = (images: string[]): { images?: string[] } => (images.length > 0 ? { images } : {})

function permittedComments({ forge }: Sources, thread: Thread) {
  const talk = readComments('issue', thread.comments, thread.bot).filter(({ command }) => command.kind === 'nothing')
  return permitted(forge, thread, talk.slice(-COMMENTS))
}
