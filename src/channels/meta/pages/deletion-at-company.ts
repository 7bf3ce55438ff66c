/** What a deletion does in one company's data, on the node that has the company. */
import * as v from 'valibot'
import { recordAct } from '../../../audit/record'
import { findContactIdByAddress, findContactOrFail } from '../../../contacts/queries'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import type { Services } from '../../../platform/module'
import { languageOf } from '../../../texts/languages'
import { mailAdmins } from '../../../users/admins'
import { findConnection } from '../../connections/queries'
import { deletionMail } from './deletion-mail'

export type AtCompanyDeps = Pick<
  Services,
  'databases' | 'nodes' | 'cxOf' | 'sessions' | 'meta' | 'mailer' | 'log' | 'operatorSettings'
>

const Kind = v.picklist(['psid', 'igsid'])
const Ref = v.object({ tenantUuid: v.string(), connectionId: v.number() })
type Ref = v.InferOutput<typeof Ref>
/** The ids by which a person may be known. */
const Ids = v.object({ tenantUuid: v.string(), psid: v.array(v.string()), igsid: v.array(v.string()) })
type Ids = v.InferOutput<typeof Ids>
const Address = v.object({ kind: Kind, value: v.string() })
const Request = v.object({ tenantUuid: v.string(), ...Address.entries, isTold: v.boolean() })
type Request = v.InferOutput<typeof Request>
/** `told`: just now. */
const State = v.picklist(['erased', 'told', 'open'])

type AtCompany = {
  endAccess(ref: Ref): Promise<void>
  disconnect(ref: Ref): Promise<void>
  find(ids: Ids): Promise<v.InferOutput<typeof Address>[]>
  advance(request: Request): Promise<v.InferOutput<typeof State>>
}

/** Undefined if its file cannot be opened. */
export function atCompany(deps: AtCompanyDeps, tenantUuid: string): AtCompany | undefined {
  const { databases, nodes } = deps
  if (databases.isAvailable(tenantUuid)) return here(deps)
  if (!nodes) return undefined
  const ask = async <S extends v.GenericSchema>(name: keyof AtCompany, question: object, answer: S) =>
    v.parse(answer, await nodes.ask({ company: tenantUuid }, pathOf(name), question, { isRepeatable: true }))
  return {
    endAccess: (ref) => ask('endAccess', ref, Nothing),
    disconnect: (ref) => ask('disconnect', ref, Nothing),
    find: (ids) => ask('find', ids, v.array(Address)),
    advance: (request) => ask('advance', request, State),
  }
}
const Nothing = v.pipe(
  v.nullish(v.unknown()),
  v.transform(() => {}),
)
const pathOf = (name: keyof AtCompany): string => `meta.deletion.${name}`

/** Answers to the node that carries a deletion out. Each may be asked twice. */
export function deletionAnswersOf(deps: AtCompanyDeps): Readonly<Record<string, (question: unknown) => unknown>> {
  const own = here(deps)
  return {
    [pathOf('endAccess')]: (question) => own.endAccess(read(Ref, question)),
    [pathOf('disconnect')]: (question) => own.disconnect(read(Ref, question)),
    [pathOf('find')]: (question) => own.find(read(Ids, question)),
    [pathOf('advance')]: (question) => own.advance(read(Request, question)),
  }
}

function read<S extends v.GenericSchema>(schema: S, question: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, question)
  return read.success ? read.output : fail('ERR_INVALID_INPUT')
}

const here = (deps: AtCompanyDeps): AtCompany => ({
  async endAccess(ref) {
    deps.meta.trouble(ref, { status: 'DISCONNECTED', reason: 'tokenEnded' })
  },
  async disconnect({ tenantUuid, connectionId }) {
    const cx = deps.cxOf(tenantUuid)
    if (findConnection(cx.db, connectionId)) await deps.sessions.disconnect(cx, connectionId)
  },
  async find({ tenantUuid, ...ids }) {
    const { db } = deps.cxOf(tenantUuid)
    return Kind.options.flatMap((kind) =>
      [...new Set(ids[kind])].flatMap((value) =>
        findContactIdByAddress(db, { kind, value }) === undefined ? [] : { kind, value },
      ),
    )
  },
  async advance({ tenantUuid, kind, value, isTold }) {
    const cx = deps.cxOf(tenantUuid)
    const contactId = findContactIdByAddress(cx.db, { kind, value })
    if (contactId === undefined) return 'erased'
    return !isTold && (await tell(deps, cx, contactId)) ? 'told' : 'open'
  },
})

/** By mail, and in the audit log. Returns false if it has to be tried again. */
async function tell(deps: AtCompanyDeps, cx: Cx, contactId: number): Promise<boolean> {
  const { id, name } = findContactOrFail(cx.db, contactId)
  if (!(await mailAdmins(cx, deps, deletionMail(languageOf(cx.tenant.language), name)))) return false
  cx.transaction((cx) => recordAct(cx, null, { kind: 'contact', act: 'deletionAsked', subject: { id, name } }))
  return true
}
