/** Errors as Meta answers them, and what becomes of the message and of the connection. */
import { expect, test } from 'bun:test'
import { judgeFailure } from '../../../../src/channels/meta/failures'
import { contentOf, GraphFailed } from '../../../../src/channels/meta/graph'
import { until } from '../../../support/until'
import { connectedWorld, post } from '../pages/connected'
import errors from './errors.json'

function failureOf(status: number, body: unknown): GraphFailed {
  try {
    contentOf(status, typeof body === 'string' ? body : JSON.stringify(body))
  } catch (error) {
    if (error instanceof GraphFailed) return error
    throw error
  }
  throw new Error('no failure')
}

test.each(errors)('$what', ({ status, body, means }) => {
  const verdict = judgeFailure(failureOf(status, body))
  const word = {
    refused: () => 'reason' in verdict && verdict.reason,
    stopped: () => 'connection' in verdict && verdict.connection?.reason,
    busy: () => 'whom' in verdict && verdict.whom,
    temporary: () => '',
  }[verdict.is]()
  expect(`${verdict.is} ${word}`.trim()).toBe(means)
})

test('one person who blocked the page does not stop the page', async () => {
  const all = await connectedWorld()
  await all.messenger.text('oi')
  const ticketId = await all.ticketOf(all.messengerId)
  await all.admin.json(`/api/tickets/${ticketId}`, 'PUT', { status: 'open', userId: all.admin.userId })
  all.standIn.fail({
    on: 'messages',
    status: 400,
    code: 200,
    subcode: 1545041,
    message: '(#551) This person isn’t available right now.',
  })
  await post(all.admin, `/api/messages/${ticketId}`, { body: 'Bom dia' })
  const failed = () => all.w.rows<{ failure: string }>('SELECT failure FROM messages WHERE failure IS NOT NULL')
  await until(() => failed().length === 1, 'the refusal')
  expect(failed()).toEqual([{ failure: 'unreachable' }])
  const stateOf = 'SELECT status FROM connections WHERE id = ?'
  expect(all.w.rows(stateOf, all.messengerId)).toEqual([{ status: 'CONNECTED' }])
  await post(all.admin, `/api/messages/${ticketId}`, { body: 'Ainda aí?' })
  await until(() => all.stored().some(({ body, ack }) => body === 'Ainda aí?' && ack > 0), 'the next message')
})
