import assert from 'node:assert'
import test from 'node:test'
import { createEvents } from '../src/events.ts'

test('a listener hears every event until it is taken away', () => {
  const { on, emit } = createEvents()
  const heard: unknown[] = []
  const off = on('a', (value) => heard.push(value))
  emit('a', 1)
  emit('b', 2)
  off()
  emit('a', 3)
  assert.deepEqual(heard, [1])
})
