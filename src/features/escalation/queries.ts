import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getColumn, getOnlyRow, getRow, getRows, getValue } from '../../platform/sql'
import { type Db, mayHold, rememberedIn } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type { Escalation } from '../../queues/contract'
import { localTime } from '../../tenancy/due'
import { visibleTo } from '../../tickets/visibility'
import { type EscalationAlert, type EscalationCompany, type EscalationWeek, MOST_ALERTS } from './contract'
import type { EscalationStep } from './steps'

/** Of the queues that escalate, by id: read for every message. Those without steps of their own have the company's. */
export const escalationsIn = rememberedIn(
  (db): ReadonlyMap<number, Escalation> =>
    new Map(
      getRows<{ id: number; escalation: string }>(
        db,
        `SELECT q.id, ifnull(q.escalation, c.steps) AS escalation FROM queues q LEFT JOIN escalation_company c ON c.id = 1
         WHERE ifnull(q.escalation, c.steps) ->> '$.active'`,
      ).map(({ id, escalation }) => [id, JSON.parse(escalation) as Escalation]), // validated when it was stored
    ),
  ['queues', 'escalation_company'],
)

/** Null: never configured, which is the same as switched off. */
export function findCompanyEscalation(db: Db): Escalation | null {
  const steps = getValue<string>(db, 'SELECT steps FROM escalation_company')
  return steps === undefined ? null : (JSON.parse(steps) as Escalation) // validated when it was stored
}

export const readWeek = (cx: Cx): EscalationWeek =>
  getOnlyRow<EscalationWeek>(
    cx.db,
    'SELECT ifnull(sum(supervisor), 0) AS supervisor, ifnull(sum(whatsapp), 0) AS whatsapp FROM escalation_days WHERE day >= ?',
    mondayOf(cx),
  )

const today = ({ tenant, now }: Cx) => localTime(now(), tenant.timeZone).toPlainDate()
export const todayOf = (cx: Cx): string => today(cx).toString()
const mondayOf = (cx: Cx): string =>
  today(cx)
    .subtract({ days: today(cx).dayOfWeek - 1 })
    .toString()

/** Active supervisors and admins, with the queues of which they are. */
export const listSupervisorNames = (db: Db): EscalationCompany['supervisors'] =>
  getRows<{ name: string; queues: string }>(
    db,
    `SELECT u.name, (SELECT json_group_array(q.name) FROM user_queues m JOIN queues q ON q.id = m.queue_id WHERE m.user_id = u.id) AS queues
     FROM users u WHERE u.active = 1 AND u.profile <> 'user' ORDER BY u.name, u.id LIMIT ${MOST_SUPERVISORS}`,
  ).map(({ name, queues }) => ({ name, queues: JSON.parse(queues) as string[] })) // written by us
const MOST_SUPERVISORS = 50

/** False in most companies: then nothing else is read. */
export const anyEscalations = mayHold('escalations')

export type Pending = {
  readonly ticketId: number
  readonly since: number
  readonly done: readonly EscalationStep[]
}
type PendingRow = Omit<Pending, 'done'> & { readonly done: string }

const PENDING = 'SELECT ticket_id AS ticketId, since, done FROM escalations'
const readPending = ({ done, ...row }: PendingRow): Pending => ({
  ...row,
  done: JSON.parse(done) as EscalationStep[], // written by us
})

export const findPending = (db: Db, ticketId: number): Pending | undefined => {
  const row = getRow<PendingRow>(db, `${PENDING} WHERE ticket_id = ?`, ticketId)
  return row && readPending(row)
}

export const listDue = (db: Db, now: number, most: number): Pending[] =>
  getRows<PendingRow>(db, `${PENDING} WHERE due_at <= ? ORDER BY due_at LIMIT ?`, [now, most]).map(readPending)

/** Active supervisors and admins of the queue; without any, those of the company. */
export function listSupervisors(db: Db, queueId: number): number[] {
  const own = getColumn<number>(
    db,
    `SELECT u.id FROM user_queues q JOIN users u ON u.id = q.user_id
     WHERE q.queue_id = ? AND u.active = 1 AND u.profile <> 'user' ORDER BY u.id`,
    queueId,
  )
  if (own.length > 0) return own
  return getColumn<number>(db, "SELECT id FROM users WHERE active = 1 AND profile <> 'user' ORDER BY id")
}

export const findNumber = (db: Db, userId: number): string | null =>
  getValue<string>(db, 'SELECT number FROM escalation_numbers WHERE user_id = ?', userId) ?? null

/** When messages went to the person's own number in the last day. */
export const listSent = (db: Db, userId: number, now: number): number[] =>
  getColumn<number>(
    db,
    'SELECT s.value FROM escalation_numbers n, json_each(n.sent) s WHERE n.user_id = ? AND s.value > ?',
    [userId, now - DAY],
  )

type AlertRow = {
  readonly ticketId: number
  readonly uuid: string
  readonly contactName: string
  readonly queueName: string | null
  readonly userName: string | null
  readonly minutes: number
  readonly raisedAt: number
}

/** The latest first: of conversations that are still unseen, and that the person may see. */
export function listAlerts(db: Db, actor: Actor, ticketId: number | null = null): EscalationAlert[] {
  const visible = visibleTo(actor)
  return getRows<AlertRow>(
    db,
    `SELECT t.id AS ticketId, t.uuid, c.name AS contactName, q.name AS queueName, u.name AS userName, e.minutes,
       e.raised_at AS raisedAt
     FROM escalation_alerts e JOIN tickets t ON t.id = e.ticket_id JOIN contacts c ON c.id = t.contact_id
       LEFT JOIN queues q ON q.id = t.queue_id LEFT JOIN users u ON u.id = t.user_id
     WHERE e.user_id = (? + 0) AND t.status <> 'closed' AND t.unread > 0 AND (? IS NULL OR t.id = ?) AND ${visible.sql}
     ORDER BY e.raised_at DESC, t.id DESC LIMIT ${MOST_ALERTS}`,
    [actor.userId, ticketId, ticketId, ...visible.params],
  ).map(({ ticketId, uuid, contactName, queueName, userName, minutes, raisedAt }) => ({
    ticket: { id: ticketId, uuid },
    contact: { name: contactName },
    queue: queueName === null ? null : { name: queueName },
    user: userName === null ? null : { name: userName },
    minutes,
    raisedAt: instant(raisedAt),
  }))
}
