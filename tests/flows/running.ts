import { publishDraft, writeDraft } from '../../src/features/flows/actions'
import type { Flow } from '../../src/features/flows/format/contract'
import { findFlowOwner, secretLabel } from '../../src/features/flows/queries'
import { flowRunner } from '../../src/features/flows/run'
import { flowSecrets } from '../../src/features/flows/tables'
import type { ChatTurn, RunnerRequest, Turn } from '../../src/features/integrations/runner'
import { integrations } from '../../src/features/integrations/tables'
import { createBudget } from '../../src/platform/budget'
import { createEncryption } from '../../src/platform/encryption'
import { OutsideFailed } from '../../src/platform/outside'
import { NOON, world } from '../support/world'

export type Answer = { readonly status: number; readonly body: string } | 'timeout'

export function running(flow: Flow, answers: readonly Answer[] = []) {
  const w = world()
  const { oldSecret: _, ...integration } = w.db
    .insert(integrations)
    .values({ type: 'flowbuilder', name: 'Fluxo', createdAt: NOON })
    .returning()
    .get()
  const owner = findFlowOwner(w.db, integration.id)
  const publish = (next: Flow) => {
    writeDraft(w.cx, owner.id, next)
    publishDraft(w.cx, null, owner)
  }
  publish(flow)
  const encryption = createEncryption(new Uint8Array(32), 'integrations')
  const value = encryption.encrypt('chave', secretLabel(w.cx, owner.id, 'erp'))
  w.db.insert(flowSecrets).values({ integrationId: owner.id, name: 'erp', value }).run()
  const asked: RunnerRequest[] = []
  const thought: (readonly ChatTurn[])[] = []
  let state: unknown = null
  let turns = 0
  const turn = async (event: Turn['event']) => {
    const at = ++turns
    const outcome = await flowRunner.run(
      integration,
      {
        id: `t${at}`,
        event,
        session: { id: 's1', turn: at, beganAt: NOON },
        state,
        now: w.clock.now(),
        ticket: { id: 1, uuid: 'u', queueId: 1, status: 'pending' },
        contact: { id: 1, name: 'Ana Maria', number: '5521987654321', username: '', channel: 'whatsapp', email: '' },
        connection: { id: 1, name: 'Loja', channel: 'whatsapp' },
        company: { id: 'c', name: 'Casa Aurora', language: 'pt-BR' },
      },
      {
        services: w.server,
        cx: w.cx,
        encryption,
        budget: createBudget(),
        signal: new AbortController().signal,
        fault() {},
        file: () => Promise.resolve(undefined),
        async think(turns) {
          thought.push(turns)
          const answer = answers[thought.length - 1] ?? 'timeout'
          if (answer === 'timeout') throw new OutsideFailed('timeout')
          return answer.body
        },
        async ask(request) {
          const answer = answers[asked.length] ?? 'timeout'
          asked.push(request)
          if (answer === 'timeout') throw new OutsideFailed('timeout')
          return { ...answer, type: 'application/json', retryAfter: null }
        },
      },
    )
    state = JSON.parse(JSON.stringify(outcome.state))
    return outcome
  }
  const setState = (to: unknown) => {
    state = to
  }
  const says = (body: string) =>
    turn({ kind: 'message', message: { id: 1, type: 'chat', body, fileUrl: null, timestamp: NOON } })
  return { w, id: owner.id, asked, thought, publish, says, turn, setState, state: () => state }
}
