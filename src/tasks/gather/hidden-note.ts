import { countHidden } from '../../agent/context/untrusted.ts'
import type { TaskInput } from '../tasks.ts'

/** A note for log and summary on how many characters of people's texts were removed as hidden. Undefined if none. */
export function hiddenNote(input: TaskInput): string | undefined {
  const topic =
    'topic' in input
      ? [input.topic.title, input.topic.body, input.topic.change ?? '', ...input.topic.comments.map(({ text }) => text)]
      : []
  const feedback = 'feedback' in input ? input.feedback.map(({ text }) => text) : []
  const count = [...topic, ...feedback].reduce((sum, text) => sum + countHidden(text), 0)
  return count === 0 ? undefined : `hidden characters of what people wrote that were kept from the model: ${count}`
}
