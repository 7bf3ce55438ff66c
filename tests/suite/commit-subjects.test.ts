import { expect, test } from 'bun:test'
import { longSubjects } from '../commit-subjects'

test('a subject of 72 characters passes, and one of 73 is reported', () => {
  const [fits, long] = ['x'.repeat(72), 'x'.repeat(73)]
  expect(longSubjects(`a1 ${fits}\nb2 ${long}\nc3 tags: Add a tag.`)).toEqual([`b2 ${long}`])
})

test('a repository without commits after the rule passes', () => {
  expect(longSubjects('')).toEqual([])
})
