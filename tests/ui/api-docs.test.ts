/** The API documentation screen, over the real description. */
import { expect, test } from 'bun:test'
import { describeApi } from '../../src/build/openapi'
import {
  type ApiDocument,
  byTag,
  contentOf,
  matchingOperations,
  operationsOf,
  typeText,
} from '../../ui/features/api-docs/spec'
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
