/** Mails the figures of last week to the owners of the views that ask for it. */
import { and, eq, lte } from 'drizzle-orm'
import type { Actor } from '../../../actor'
import { connectionsAsked } from '../../../channels/connections/by-channel'
import type { Cx } from '../../../platform/cx'
import { dayAt, type Period } from '../../../platform/days'
import type { Services } from '../../../platform/module'
import { HOUR } from '../../../platform/time'
import { writeMail } from '../../../settings/mail-templates/templates'
import { languageOf } from '../../../texts/languages'
import { findActor } from '../../../users/people'
import { can } from '../../../users/permissions'
import { users } from '../../../users/tables'
import { type Grouping, groupings } from '../contract'
import type { ReportFilter } from '../filter'
import { readReport, readSummary } from '../queries'
import type { ViewFilter } from './contract'
import { figureLines, weeklyTemplate } from './mail-templates'
import { reportViews, type StoredView } from './tables'
import { saveView } from './views'
import { isMonday, lastWeek, nextMonday } from './week'

export const NEXT_MAIL = 'SELECT min(mail_at) FROM report_views WHERE mail_at IS NOT NULL'

type Deps = Pick<Services, 'mailer' | 'databases' | 'publicUrl' | 'log'>

/** Sends the next one. Returns whether another one is due. */
export async function mailNext(cx: Cx, deps: Deps): Promise<boolean> {
  const due = findDue(cx)
  if (!due) return false
  const next = nextMonday(cx.now(), cx.tenant.timeZone)
  // Recorded before it is sent: a crash in between loses one mail instead of sending it twice.
  cx.transaction((cx) => saveView(cx, due.id, { mailAt: next }))
  const actor = findActor(cx.db, due.userId, cx.tenant, 'weekly-report')
  const email = cx.db.select({ email: users.email }).from(users).where(eq(users.id, due.userId)).get()?.email
  if (deps.mailer.configured && actor && email && can(actor, 'dashboard:view'))
    try {
      await deps.mailer.send({ to: email, ...(await write(cx, deps, actor, due)) })
    } catch (error) {
      deps.log.warn({ error: String(error), view: due.id }, 'the weekly report was not mailed')
      // It is tried again every hour until Monday is over.
      const again = cx.now() + HOUR
      if (isMonday(again, cx.tenant.timeZone)) cx.transaction((cx) => saveView(cx, due.id, { mailAt: again }))
    }
  return findDue(cx) !== undefined
}

const findDue = ({ db, now }: Cx): StoredView | undefined =>
  db
    .select()
    .from(reportViews)
    .where(and(lte(reportViews.mailAt, now())))
    .get()

async function write(cx: Cx, { databases, publicUrl }: Deps, actor: Actor, view: StoredView) {
  const { timeZone } = cx.tenant
  const period = lastWeek(cx.now(), timeZone)
  const language = languageOf(cx.tenant.language)
  const day = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', timeZone })
  return writeMail(databases.control, weeklyTemplate, language, {
    name: actor.name,
    view: view.name,
    from: day.format(period.from),
    to: day.format(period.to - 1),
    figures: figureLines(language, await figuresOf(cx, actor, view.filter, period)),
    link: publicUrl() === null ? '' : `${publicUrl()}/reports?${searchOf(view.filter, period, timeZone)}`,
  })
}

/** Sums exist by attendant, queue and connection; a view with further filters has only its count. */
async function figuresOf(cx: Cx, actor: Actor, filter: ViewFilter, period: Period) {
  const { status, tag, contact, rated, search, by } = filter
  const places = {
    period,
    userIds: filter.user ?? null,
    queueIds: filter.queue ?? null,
    connectionIds: connectionsAsked(cx.db, filter.connection ?? null, filter.channel),
  }
  if (!(status || tag || contact || rated || search || by)) {
    const grouping: Grouping = groupings.find((one) => one === filter.tab) ?? 'attendants'
    return { grouping, ...(await readSummary(cx, actor, places, grouping)) }
  }
  const wanted: ReportFilter = {
    ...places,
    by: by ?? 'created',
    status: status ?? null,
    search: search ?? '',
    contactId: contact ?? null,
    tagIds: tag ?? null,
    onlyRated: rated ?? false,
  }
  return { count: readReport(cx, actor, wanted, { page: 1, size: 10 }).totalTickets.total }
}

const isJson = (text: string): boolean =>
  /^\s*(?:["[{\d-]|true|false|null)/.test(text) && !/^\d{4}-\d\d-\d\d$/.test(text)

/** The page's address parameters: all but plain texts are JSON. */
function searchOf({ range: _, anytime: __, ...filter }: ViewFilter, { from, to }: Period, timeZone: string): string {
  const shown = { ...filter, from: dayAt(from, timeZone), to: dayAt(to - 1, timeZone) }
  const written = Object.entries(shown).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value)]],
  )
  return String(new URLSearchParams(written))
}
