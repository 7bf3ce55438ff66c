/** Webhook and n8n: a signed POST with JSON for each turn, answered in the same request. */
import type { OutsideAnswer } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import { signedHeaders } from '../../platform/webhook-signature'
import { listTagsOf } from '../tags/queries'
import { cameInstead, readAnswer, toActions } from './answer'
import { type Trust, trustFor } from './echo'
import { IntegrationFailed, type IntegrationRunner, type Turn } from './runner'

/** `event` names what happened, so that more kinds can follow. */
export const bodyOf = ({ event, ticket, contact, connection, company, session }: Turn) => ({
  event: event.kind === 'message' ? 'bot.message' : 'bot.timer',
  companyId: company.id,
  ticket,
  contact,
  connection,
  message:
    event.kind === 'message'
      ? {
          id: event.message.id,
          type: event.message.type,
          body: event.message.body,
          mediaUrl: event.message.fileUrl,
          timestamp: event.message.timestamp,
        }
      : null,
  session: { id: session.id, turn: session.turn },
})

const runnerOf = (type: 'webhook' | 'n8n'): IntegrationRunner => ({
  type,
  async run({ urlIntegration, urlToken, secret, oldSecret, commandsInTexts }, turn, { ask, fault, cx }) {
    const body = JSON.stringify(bodyOf(turn))
    const signed = { id: turn.id, timestamp: Math.floor(turn.now / SECOND), body }
    const answer = await ask({
      url: urlIntegration,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Balcao-Integrations/1',
        'idempotency-key': turn.id,
        ...(urlToken !== null && { authorization: `Bearer ${urlToken}` }),
        ...(secret !== null && signedHeaders(oldSecret === undefined ? [secret] : [secret, oldSecret], signed)),
      },
      body,
    })
    const commands = understand(answer, trustFor(cx, { commandsInTexts }, turn), fault)
    return { state: null, actions: toActions(commands, () => listTagsOf(cx.db, turn.ticket.id).map(({ id }) => id)) }
  },
})

function understand({ status, body, type }: OutsideAnswer, trust: Trust, fault: (words: string) => void) {
  if (status < 200 || status > 299) throw new IntegrationFailed(`HTTP ${status}`)
  const answer = readAnswer({ body, type }, trust)
  if (typeof answer !== 'string') return answer
  const words = cameInstead(answer, body)
  fault(words)
  throw new IntegrationFailed(words)
}

export const webhookRunner = runnerOf('webhook')
export const n8nRunner = runnerOf('n8n')
