/** The API documentation screen, over the real description. */
import { expect, test } from 'bun:test'
import { describeApi } from '../../src/build/openapi'
import {
  type ApiDocument,
  addressOf,
  byTag,
  contentOf,
  curlOf,
  matchingOperations,
  mayTry,
  operationsOf,
  pageTitleOf,
  sampleOf,
  typeText,
} from '../../ui/features/api-docs/spec'
import { chapters } from '../../ui/features/api-docs/texts/chapters'
import * as modules from '../../ui/modules'
import type { Module } from '../../ui/shared/module'
import { world } from '../support/world'

const document = JSON.parse(JSON.stringify(await describeApi(world().app))) as ApiDocument // the type that the screen reads
const { schemas } = document.components
const all = operationsOf(document)

test('lists every operation under its module', () => {
  expect(all.length).toBeGreaterThan(230)
  expect(byTag(all).flatMap(([, operations]) => operations).length).toBe(all.length)
  expect(
    byTag(all)
      .find(([tag]) => tag === 'tags')?.[1]
      .map(({ summary }) => summary),
  ).toContain('Change a tag')
})

test('finds operations by address, words, permission and error code', () => {
  const found = (search: string) => matchingOperations(all, search).map(({ method, path }) => `${method} ${path}`)
  expect(found('put /api/tags/{id}')).toEqual(['PUT /api/tags/{id}'])
  expect(found('kanban order')).toEqual(['POST /api/tags/order'])
  expect(found('ERR_TAG_LIMIT').length).toBeGreaterThan(5)
  expect(found('tags-page:change delete')).toEqual(['DELETE /api/tags/{id}'])
  expect(found('nothing like that')).toEqual([])
})

test('writes schemas as types, shared ones with their fields', () => {
  const put = all.find(({ operationId }) => operationId === 'postTagsOrder')
  const [type, schema] = contentOf(put?.requestBody ?? {}) ?? []
  expect([type, schema && typeText(schema, schemas)]).toEqual(['application/json', '{\n  tagOrder: integer[]\n}'])
  const choice = { anyOf: [{ type: 'string' }, { type: 'null' }, { $ref: '#/components/schemas/Tag' }] }
  expect(typeText({ type: 'array', items: choice }, { Tag: { enum: [0, 1] } })).toBe('(string | null | 0 | 1)[]')
})

test('a schema that holds itself ends at its name', () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/x/Tree' } } } }
  expect(typeText({ $ref: '#/x/Tree' }, { Tree: tree })).toBe('{\n  children?: Tree[]\n}')
})

test('every chapter has a name', async () => {
  const { apiChapter } = (await chapters.of('pt-BR')) as { apiChapter: { of: Record<string, string> } } // as it is defined
  const tags = [...new Set(all.map(({ tag }) => tag))]
  const titleOf = (tag: string) => pageTitleOf(Object.values<Module>(modules), tag)?.['pt-BR']
  expect(Object.keys(apiChapter.of).filter((tag) => !tags.includes(tag))).toEqual([])
  expect(tags.filter((tag) => !apiChapter.of[tag] && !titleOf(tag))).toEqual([])
})

test('writes an example of each request and of each answer, without an end', () => {
  for (const one of all) {
    const curl = curlOf(one, 'https://balcao.example', schemas)
    expect(curl).toStartWith('curl')
    expect(curl).not.toContain('{id}')
    expect(curl.length).toBeLessThan(20_000)
    const answer = contentOf(one.responses['200'] ?? {})
    if (answer) expect(JSON.stringify(sampleOf(answer[1], schemas)).length).toBeLessThan(60_000)
  }
  const send = all.find(({ operationId }) => operationId === 'postMessagesSend')
  const curl = send ? curlOf(send, 'https://balcao.example', schemas) : ''
  expect(curl).toContain('"https://balcao.example/api/messages/send"'.replaceAll('"', "'"))
  expect(curl).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(curl).toContain('"number"')
})

test('an address takes what was given, encoded, and only what reads may be tried', () => {
  const read = all.find(({ operationId }) => operationId === 'getMessagesCheckNumber')
  expect(read && addressOf(read, { number: '55 21&x=1' })).toBe('/api/messages/checkNumber?number=55%2021%26x%3D1')
  const of = all.find(({ operationId }) => operationId === 'getTagsById')
  expect(of && addressOf(of, { id: '../users' })).toBe('/api/tags/..%2Fusers')
  expect(all.filter(mayTry).every(({ method }) => method === 'GET')).toBe(true)
  expect(all.filter(mayTry).length).toBeGreaterThan(60)
})
