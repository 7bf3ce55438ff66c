/** Targets for each row of a report. Other metrics are reported without a verdict. */

import { rounded } from './statistics'

/**
 * What a row has measured, and how much it must have been: people reached, messages stored, rows in an answer. A row that
 * measured less fails, however fast it was.
 */
export type Counted = { readonly counted: number; readonly expected: number }
export type Result = { readonly id: string } & Counted & Readonly<Record<string, number | string>>
export type Failed = { readonly id: string; readonly field: string; readonly value: number; readonly target: number }
/** A limit `besideBare` was set on the reference machine and scales with the speed of the current one. */
type Target = {
  readonly field: string
  readonly least?: number
  readonly most?: number
  readonly besideBare?: true
}

/**
 * The bare server's answers per second on the reference machine. 135,000 hellos were measured there; a hello of that version
 * is 0.65 of a bare answer.
 */
const REFERENCE_BARE = 208_000

const nothingLost: readonly Target[] = [{ field: 'surplus', least: 0, most: 0 }]
const inTime: readonly Target[] = [
  { field: 'firstAnswerMs', most: 200 },
  { field: 'slowestAnswerMs', most: 100 },
]
/** For a single user, at any depth of the list, including the local network. */
const anyPage: readonly Target[] = [{ field: 'p50', most: 2 }]

export const targets: Readonly<Record<string, readonly Target[]>> = {
  hello: [{ field: 'ratioToBare', least: 0.5 }],
  tls: [
    { field: 'cpuRatio', most: 1.15 },
    { field: 'errors', most: 0 },
  ],
  'tickets.open.p1': [
    { field: 'ratioToBare', least: 0.024 },
    { field: 'p99', most: 10 },
  ],
  'tickets.closed.any': anyPage,
  'tickets.closed.last': anyPage,
  'messages.p1': [{ field: 'ratioToBare', least: 0.078 }],
  'contacts.search': [{ field: 'rps', least: 4000, besideBare: true }],
  'contacts.search.known': [{ field: 'p50', most: 2 }],
  'contacts.page': anyPage,
  'contacts.page.known': anyPage,
  'tickets.search.name.known': [{ field: 'p50', most: 2 }],
  'search.body': [
    { field: 'p99', most: 5, besideBare: true },
    { field: 'errors', most: 0 },
  ],
  'search.body.prefix': [
    { field: 'p99', most: 20, besideBare: true },
    { field: 'errors', most: 0 },
  ],
  'contacts.import': [
    { field: 'seconds', most: 10, besideBare: true },
    { field: 'missing', most: 0 },
    { field: 'p99Ratio', most: 2 },
    { field: 'rssMb', most: 150 },
  ],
  'contacts.export': [{ field: 'firstByteMs', most: 300 }],
  monitor: [{ field: 'p50', most: 20 }],
  'monitor.companies': [{ field: 'p50', most: 20 }],
  'billing.daily': [
    { field: 'seconds', most: 5 },
    { field: 'longestMs', most: 20 },
    { field: 'missing', least: 0, most: 0 },
  ],
  campaign: [
    { field: 'perSecond', least: 300 },
    { field: 'missing', least: 0, most: 0 },
    { field: 'attendantP95', most: 1_000 },
    { field: 'p99Ratio', most: 2 },
    { field: 'reportP50', most: 3 },
    { field: 'dashboardP50', most: 10 },
  ],
  dashboard: [{ field: 'p50', most: 3 }],
  'dashboard.large': [{ field: 'p50', most: 5 }],
  moments: [{ field: 'p50', most: 3 }],
  'moments.large': [{ field: 'p50', most: 3 }],
  'report.page': [{ field: 'p50', most: 5 }],
  'report.page.large': [{ field: 'p50', most: 5 }],
  'report.export': [
    { field: 'firstByteMs', most: 500 },
    { field: 'rssMb', most: 100 },
    { field: 'p99Ratio', most: 2 },
  ],
  'report.export.large': [
    { field: 'firstByteMs', most: 500 },
    { field: 'rssMb', most: 100 },
    { field: 'p99Ratio', most: 2 },
  ],
  lists: [
    { field: 'seconds', most: 20, besideBare: true },
    { field: 'missing', most: 0 },
    { field: 'p99Ratio', most: 2 },
    { field: 'pageP50', most: 3 },
    { field: 'nextP50', most: 3 },
    { field: 'reportP50', most: 3 },
  ],
  kanban: [{ field: 'p50', most: 10, besideBare: true }],
  companies: [
    { field: 'p50', most: 10 },
    { field: 'searchP50', most: 20 },
  ],
  'login.one': [{ field: 'p50', most: 30 }],
  login: [{ field: 'over10ms', most: 0 }],
  'ingest.one': [{ field: 'perSecond', least: 1500 }, ...nothingLost],
  'ingest.twenty': [{ field: 'perSecond', least: 2000 }, ...nothingLost],
  'ingest.companies': [{ field: 'perSecond', least: 1500, besideBare: true }, ...nothingLost],
  send: [{ field: 'perSecond', least: 500 }],
  'api.send': [
    { field: 'perSecond', least: 500 },
    { field: 'missing', most: 0 },
  ],
  'live.500': [
    { field: 'p50', most: 3, besideBare: true },
    { field: 'p99', most: 20, besideBare: true },
    { field: 'missing', most: 0 },
  ],
  'live.2000': [
    { field: 'p99', most: 25, besideBare: true },
    { field: 'missing', most: 0 },
  ],
  bot: [
    { field: 'p95', most: 50, besideBare: true },
    { field: 'missing', most: 0 },
    { field: 'wrong', most: 0 },
  ],
  typebot: [
    { field: 'p95', most: 50, besideBare: true },
    { field: 'missing', least: 0, most: 0 },
    { field: 'wrong', least: 0, most: 0 },
  ],
  webhooks: [
    { field: 'p95', most: 1000 },
    { field: 'missing', most: 0 },
  ],
  'meta.ingest': [
    { field: 'acceptedPerSecond', least: 1000, besideBare: true },
    { field: 'missing', least: 0, most: 0 },
  ],
  'bot.ingest': [{ field: 'share', least: 0.6 }],
  'attendants.reading': [
    { field: 'errors', most: 0 },
    { field: 'rssMb', most: 450 },
  ],
  'attendants.x1': [
    { field: 'p99', most: 15, besideBare: true },
    { field: 'errors', most: 0 },
    { field: 'missing', most: 0 },
    { field: 'cpuPercent', most: 20, besideBare: true },
  ],
  'attendants.x10': [
    { field: 'p99', most: 30, besideBare: true },
    { field: 'errors', most: 0 },
    { field: 'missing', most: 0 },
    { field: 'cpuPercent', most: 65, besideBare: true },
  ],
  'boot.200': [{ field: 'readyMs', most: 700 }, ...inTime],
  'boot.1000': [{ field: 'readyMs', most: 3500 }, ...inTime],
  start: [{ field: 'firstAnswerMs', most: 200 }],
  'memory.idle': [{ field: 'rssMb', most: 130 }],
  'memory.fifty': [{ field: 'mbPerConnection', most: 2 }],
  'fleet.one': [
    { field: 'ingestShare', least: 0.7 },
    { field: 'sendShare', least: 0.7 },
  ],
  'fleet.forwarded': [{ field: 'addedMs', most: 1 }],
  'fleet.idle': [{ field: 'cpuPercent', most: 3 }],
  'fleet.log': [
    { field: 'bytesAlone', most: 16_384 },
    { field: 'bytesInBurst', most: 4096 },
  ],
  'fleet.move': [{ field: 'longestPauseMs', most: 2000 }],
  'fleet.takeover': [{ field: 'answersAfterMs', most: 15_000 }],
  history: [
    { field: 'missing', most: 0 },
    { field: 'over50ms', most: 0 },
  ],
  'desk.switch': [
    { field: 'cached', most: 50 },
    { field: 'fromServer', most: 150 },
  ],
}
/** For every workload with stalls measured. */
const loop: readonly Target[] = [{ field: 'over100ms', most: 0 }]

/** Whether it measured what it had to. */
export const isCounted = ({ counted, expected }: Counted): boolean => expected > 0 && counted >= expected

const judgeCount = ({ id, counted, expected }: Result): Failed[] =>
  isCounted({ counted, expected }) ? [] : [{ id, field: 'counted', value: counted, target: expected }]

/** The missed targets of a row. A missing field is a miss. */
export const judge = (result: Result): Failed[] => [...judgeCount(result), ...judgeTargets(result)]

const judgeTargets = (result: Result): Failed[] =>
  [...(targets[result.id] ?? []), ...(result.over100ms === undefined ? [] : loop)].flatMap((promised) => {
    const { field, least, most } = promised.besideBare ? onThisMachine(promised, Number(result.bareRps)) : promised
    const value = Number(result[field])
    const isMet = value >= (least ?? value) && value <= (most ?? value)
    const target = (least !== undefined && !(value > least) ? least : most) ?? Number.NaN // a target has one of them
    return isMet ? [] : [{ id: result.id, field, value, target }]
  })

/** Scales the limit with this machine's speed: a minimum for rates, a maximum for times and shares of a core. */
function onThisMachine({ field, least, most }: Target, bareRps: number): Target {
  const pace = bareRps / REFERENCE_BARE
  return {
    field,
    ...(least !== undefined && { least: rounded(least * pace, 1) }),
    ...(most !== undefined && { most: rounded(most / pace, 1) }),
  }
}
