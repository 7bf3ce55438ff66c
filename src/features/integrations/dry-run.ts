/** Calls an integration by hand: it sees an invented contact, and nothing is sent to anybody. */
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import type { Deps } from './actions'
import { MOST_IN_A_ROW, type TriedTurn } from './contract'
import { noteChanged, storeCalls } from './health'
import { findIntegrationOrFail } from './queries'
import type { Action, Integration, Turn } from './runner'
import { cutToRoom } from './said'
import { openIntegration } from './secrets'
import type { IntegrationTurns } from './turns'

const GREETINGS: Readonly<Record<string, string>> = { 'pt-BR': 'Olá', en: 'Hello', es: 'Hola', tr: 'Merhaba' }

export async function tryTurn(
  { encryption }: Deps,
  cx: Cx,
  turns: IntegrationTurns,
  { id, left }: { readonly id: number; readonly left: AbortSignal },
): Promise<TriedTurn> {
  const integration = readable(cx, encryption, id)
  if (!integration) return { ms: 0, fault: 'secret', messages: [], others: [] }
  const since = performance.now()
  const { outcome, calls, fault } = await turns.dryRun(cx, integration, sampleTurn(cx), left)
  const ms = Math.round(performance.now() - since)
  cx.transaction((cx) => {
    storeCalls(cx, id, null, [...calls, ...(outcome?.calls ?? [])])
    noteChanged(cx, id)
  })
  const cut = cutToRoom(outcome?.actions ?? [], MOST_IN_A_ROW)
  const actions: readonly Action[] = cut ? [...cut, { do: 'stop' }] : (outcome?.actions ?? [])
  return {
    ms,
    fault: fault ?? (cut ? 'tooManyMessages' : null),
    messages: actions.flatMap(messageOf),
    others: [...new Set(actions.filter((one) => messageOf(one).length === 0).map((one) => one.do))],
  }
}

function readable(cx: Cx, encryption: Encryption, id: number): Integration | undefined {
  try {
    return openIntegration(cx, encryption, findIntegrationOrFail(cx.db, id))
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

function messageOf(action: Action): string[] {
  if (action.do === 'say' || (action.do === 'close' && action.text !== '')) return [action.text]
  if (action.do === 'sendFile')
    return [action.caption || ('url' in action.file ? action.file.url : action.file.stored.name)]
  return []
}

function sampleTurn({ tenant, now }: Cx): Turn {
  const at = now()
  return {
    id: `trn_test${Bun.randomUUIDv7().replaceAll('-', '')}`,
    event: {
      kind: 'message',
      message: { id: 0, type: 'chat', body: GREETINGS[tenant.language] ?? 'Olá', fileUrl: null, timestamp: at },
    },
    session: { id: `ses_test${Bun.randomUUIDv7().replaceAll('-', '')}`, turn: 1, beganAt: at },
    state: null,
    ticket: { id: 0, uuid: crypto.randomUUID(), queueId: null, status: 'pending' },
    contact: { id: 0, name: 'Teste', number: '5511900000000', username: '', channel: 'whatsapp', email: '' },
    connection: { id: 0, name: 'Teste', channel: 'whatsapp' },
    company: { id: tenant.uuid, name: '', language: tenant.language },
    now: at,
  }
}
