/** A file of its own, because the menu loads it on every page. */
import * as v from 'valibot'

/** The wire's words for the states of a campaign, which the database has too. */
export const STATUS = {
  draft: 'INATIVA',
  scheduled: 'PROGRAMADA',
  running: 'EM_ANDAMENTO',
  stopped: 'CANCELADA',
  finished: 'FINALIZADA',
} as const
export const CampaignStatus = v.picklist([
  STATUS.draft,
  STATUS.scheduled,
  STATUS.running,
  STATUS.stopped,
  STATUS.finished,
])
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>
