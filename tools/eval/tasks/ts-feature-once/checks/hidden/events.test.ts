import assert from 'node:assert'
import test from 'node:test'
import { createEvents } from '../src/events.ts'

test('once hears one event', () => {
  const { once, emit } = createEvents()
  const heard: unknown[] = []
  once('a', (value) => heard.push(value))
  emit('b', 0)
  emit('a', 1)
  emit('a', 2)
  assert.deepEqual(heard, [1])
})

test('once can be taken away before', () => {
  const { once, emit } = createEvents()
  const heard: unknown[] = []
  once('a', (value) => heard.push(value))()
  emit('a', 1)
  assert.deepEqual(heard, [])
})

test('it hears one event even when it tells the same again', () => {
  const { once, emit } = createEvents()
  let heard = 0
  once('a', () => {
    heard++
    if (heard < 5) emit('a')
  })
  emit('a')
  assert.equal(heard, 1)
})

test('who is added during an event does not hear it', () => {
  const { on, emit } = createEvents()
  let heard = 0
  on('a', () => void on('a', () => void heard++))
  emit('a')
  assert.equal(heard, 0)
})
