/** Reads the query parameters of the campaign routes. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { readDay } from '../../platform/params'
import { CampaignStatus, STATUS } from './contract'

/** Both vocabularies of the specification. */
const words: Readonly<Record<string, CampaignStatus>> = {
  ...Object.fromEntries(CampaignStatus.options.map((status) => [status, status])),
  PROCESSING: STATUS.running,
  SCHEDULED: STATUS.scheduled,
  FINISHED: STATUS.finished,
}

/** Null means any status: the parameter is absent, empty or `all`. */
export function readStatus(asked = ''): CampaignStatus | null {
  const word = asked.toUpperCase()
  if (word === '' || word === 'ALL') return null
  return words[word] ?? fail('ERR_INVALID_INPUT', [{ field: 'status', message: 'form.invalid' }])
}

type PeriodParams = { readonly startDate: string | undefined; readonly endDate: string | undefined }

/** Each bound is an instant or a day in the company's time zone; a day counts as a whole. */
export function readPeriod(cx: Cx, { startDate, endDate }: PeriodParams): { from: number | null; to: number | null } {
  const [from, to] = [one(cx, startDate, 'startDate')?.from, one(cx, endDate, 'endDate')?.to]
  if (from !== undefined && to !== undefined && to < from)
    fail('ERR_INVALID_INPUT', [{ field: 'endDate', message: 'form.invalid' }])
  return { from: from ?? null, to: to ?? null }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

function one(cx: Cx, asked: string | undefined, field: string): { from: number; to: number } | null {
  if (!asked) return null
  if (/^\d{4}-\d{2}-\d{2}$/.test(asked)) return readDay(asked, field, cx.tenant.timeZone)
  const at = INSTANT.test(asked) ? Date.parse(asked) : Number.NaN
  return Number.isNaN(at) ? fail('ERR_INVALID_INPUT', [{ field, message: 'form.invalid' }]) : { from: at, to: at + 1 }
}
