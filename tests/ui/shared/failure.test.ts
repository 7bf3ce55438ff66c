import { expect, test } from 'bun:test'
import { failureOf } from '../../../ui/shared/session/failure'

test('keeps the server’s words, reference and wrong fields', () => {
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

test('details that are not fields stay available to who knows the code', () => {
  expect(failureOf(409, { error: 'ERR_CONNECTION_HAS_TICKETS', details: { count: 3 } }).details).toEqual({ count: 3 })
})

test('a proxy that answers for a dead server means it cannot be reached', () => {
  expect(failureOf(502, null).code).toBe('ERR_UNREACHABLE')
  expect(failureOf(500, '<html>').code).toBe('ERR_INTERNAL')
})
