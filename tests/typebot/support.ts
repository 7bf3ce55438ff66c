/** A conversation with the stand-in, turn by turn, as the ground of integrations would hold it. */

import type { Action, Call, Integration, Outcome } from '../../src/features/integrations/runner'
import { typebotRunner } from '../../src/features/typebot/runner'
import { createBudget } from '../../src/platform/budget'
import { createEncryption } from '../../src/platform/encryption'
import { noWait } from '../../src/platform/gate'
import { askOutside } from '../../src/platform/outside'
import { startTypebot, type TypebotStandIn } from '../../src/simulator/typebot/stand-in'
import { afterEachTest } from '../support/after-each'
import { LOJA, SALES } from '../support/company-world'
import { world } from '../support/world'

const started = new Set<TypebotStandIn>()
afterEachTest(async () => {
  for (const standIn of started) await standIn.stop()
  started.clear()
})

export function startedTypebot(options?: Parameters<typeof startTypebot>[0]): TypebotStandIn {
  const standIn = startTypebot(options)
  started.add(standIn)
  return standIn
}

export const integrationTo = (url: string, more: Partial<Integration> = {}): Integration => ({
  id: 1,
  type: 'typebot',
  name: 'Vitrine',
  commandsInTexts: true,
  projectName: 'Vitrine',
  jsonContent: null,
  language: 'pt-BR',
  urlIntegration: url,
  urlToken: null,
  secret: null,
  typebotSlug: 'vitrine-aurora',
  typebotDelayMessage: 0,
  typebotExpires: 0,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotUnknownMessage: '',
  ...more,
})

type Message = { readonly body: string; readonly type?: string; readonly fileUrl?: string | null }

/** Says what a contact writes and returns what is done. `limit`: milliseconds of a turn. */
export function conversation(integration: Integration, limit = 2000) {
  const w = world()
  const { cx } = w
  const calls: Call[] = []
  let state: unknown = null
  let turns = 0
  let now = 1_800_000_000_000

  async function take(message: Message): Promise<readonly Action[]> {
    const signal = new AbortController().signal
    turns++
    const outcome: Outcome = await typebotRunner.run(
      integration,
      {
        id: `turn-${turns}`,
        event: { kind: 'message', message: { id: turns, type: 'chat', fileUrl: null, timestamp: now, ...message } },
        session: { id: 'session', turn: turns, beganAt: now },
        state,
        ticket: { id: 1, uuid: 'ticket-uuid', queueId: SALES, status: 'pending' },
        contact: { id: 3, name: 'Ana', number: '5521996124087', username: '', channel: 'whatsapp', email: '' },
        connection: { id: LOJA, name: 'Loja', channel: 'whatsapp' },
        company: { id: 'uuid', name: 'Casa Aurora', language: 'pt-BR' },
        now,
      },
      {
        async ask({ what = '', most = 1_000_000, ...request }) {
          const call = { at: now, ms: 0, status: null as number | null, what, fault: null as string | null }
          calls.push(call)
          const answer = await askOutside({
            ...request,
            most,
            limit,
            left: signal,
            wait: noWait,
            reach: 'public',
            allowed: (address) => address === '127.0.0.1',
          })
          call.status = answer.status
          return answer
        },
        budget: createBudget(),
        file: () => Promise.resolve(undefined),
        think: () => Promise.reject(new Error('no bot asks it')),
        fault(words) {
          const last = calls.pop()
          if (last) calls.push({ ...last, fault: words })
        },
        encryption: createEncryption(Buffer.alloc(32, 7), 'integrations'),
        services: w.server,
        cx,
        signal,
      },
    )
    state = outcome.state === null ? null : JSON.parse(JSON.stringify(outcome.state))
    return outcome.actions
  }

  return {
    setState(to: unknown) {
      state = to
    },
    cx,
    w,
    calls: calls as readonly Call[],
    forward(ms: number) {
      now += ms
    },
    now: () => now,
    take,
    says: (body: string) => take({ body }),
    /** The texts said in answer; other actions by their name. */
    async hears(body: string) {
      return (await take({ body })).map((action) => ('text' in action && action.text !== '' ? action.text : action.do))
    },
  }
}
