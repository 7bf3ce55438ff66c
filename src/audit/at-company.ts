/** The log of a company that the operator has done something to. */
import * as v from 'valibot'
import type { Services } from '../platform/module'
import { MINUTE } from '../platform/time'
import { defineCompanyQuestion } from '../tenancy/elsewhere'
import { AuditEntry } from './contract'
import { type Act, recordAct } from './record'

const recording = defineCompanyQuestion({
  name: 'audit.record',
  within: MINUTE, // nobody waits for it, and another node may have to take the company over
  question: v.object({
    uuid: v.string(),
    kind: AuditEntry.entries.kind,
    act: AuditEntry.entries.act,
    subject: v.object({ id: AuditEntry.entries.subjectId, name: AuditEntry.entries.subjectName }),
    changes: v.optional(AuditEntry.entries.changes),
  }),
  answer({ cxOf }, { uuid, kind, act, subject, changes = [] }) {
    cxOf(uuid).transaction((cx) => recordAct(cx, null, { kind, act, subject, changes }))
  },
})
export const auditAnswers = recording.answers

/** The act itself has succeeded, so what fails here is only logged. A company of another node has the entry a moment later. */
export function recordAtCompany(services: Services, uuid: string, act: Act): void {
  const failed = (error: unknown) =>
    services.log.warn({ err: error, tenant: uuid }, 'an act of the operator is missing in a company’s log')
  if (services.nodes && !services.databases.isAvailable(uuid)) {
    const { kind, act: verb, subject, changes } = act
    const { id, name } = subject
    recording.ask(services, { uuid, kind, act: verb, subject: { id, name }, changes }).catch(failed)
    return
  }
  try {
    services.cxOf(uuid).transaction((cx) => recordAct(cx, null, act))
  } catch (error) {
    failed(error)
  }
}
