import { expect, test } from 'bun:test'
import { failureOf } from '../../../ui/shared/session/failure'

test('keeps the server’s message, reference and invalid fields', () => {
  const failure = failureOf(400, {
    error: 'ERR_INVALID_INPUT',
    message: 'Confira os campos.',
    reference: '7F3K-20QD',
    details: [{ field: 'name', message: 'Nome muito curto', hint: 'form.name.short' }, { nonsense: true }],
  })
  expect(failure).toMatchObject({
    status: 400,
    code: 'ERR_INVALID_INPUT',
    message: 'Confira os campos.',
    reference: '7F3K-20QD',
    fields: [{ field: 'name', message: 'Nome muito curto', hint: 'form.name.short' }],
  })
})

test('details other than fields stay available by code', () => {
  expect(failureOf(409, { error: 'ERR_CONNECTION_HAS_TICKETS', details: { count: 3 } }).details).toEqual({ count: 3 })
})

test('a proxy error for a dead server means unreachable', () => {
  expect(failureOf(502, null).code).toBe('ERR_UNREACHABLE')
  expect(failureOf(500, '<html>').code).toBe('ERR_INTERNAL')
})
