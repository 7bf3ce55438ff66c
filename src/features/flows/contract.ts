/** Flows: the conversations that integrations of type flowbuilder hold. `format/contract.ts` defines their format. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'
import { definePermission } from '../../users/permissions'
import { Flow } from './format/contract'

/** See and change flows. */
export const manageFlows = definePermission('flows:manage', ['admin'])

/** The newest versions kept. */
export const MOST_VERSIONS = 50
export const MOST_FLOW_FILES = 100
export const FLOW_FILE_LIMIT = 16 * 1024 * 1024
export const MOST_SECRETS = 20

export const FlowFile = v.object({ id: Id, name: v.string(), mimetype: v.string(), size: v.number() })
export type FlowFile = v.InferOutput<typeof FlowFile>

const count = v.pipe(v.number('form.invalid'), v.integer('form.invalid'), v.minValue(0, 'form.invalid'))

/** `GET /flows/:id`; `id` is the integration's. */
export const FlowDetails = v.object({
  id: Id,
  name: v.string(),
  /** The draft. */
  flow: Flow,
  /** Counts changes of the draft; 0 before the first. */
  revision: count,
  savedAt: v.nullable(Instant),
  /** The published version; null before the first. */
  version: v.nullable(v.number()),
  publishedAt: v.nullable(Instant),
  publishedBy: v.string(),
  /** Whether the draft is what is published. */
  isPublished: v.boolean(),
  files: v.array(FlowFile),
  /** Names only. */
  secrets: v.array(v.string()),
})
export type FlowDetails = v.InferOutput<typeof FlowDetails>

/** `revision`: the one that was changed. If somebody saved another meanwhile, ERR_FLOW_CHANGED. */
export const SaveFlow = v.object({ flow: Flow, revision: count })
export type SaveFlow = v.InferOutput<typeof SaveFlow>
export const AtRevision = v.object({ revision: count })

export const FlowVersion = v.object({ version: v.number(), publishedAt: Instant, publishedBy: v.string() })
export type FlowVersion = v.InferOutput<typeof FlowVersion>
export const FlowVersionDetails = v.object({ ...FlowVersion.entries, flow: Flow })

export const SECRET_NAME = /^[a-zA-Z0-9_]{1,30}$/
export const SetSecret = v.object({
  name: v.pipe(text(60, 'form.text.long'), v.trim(), v.nonEmpty('form.required'), v.regex(SECRET_NAME, 'form.invalid')),
  /** Empty deletes it. */
  value: text(1000),
})
export type SetSecret = v.InferOutput<typeof SetSecret>
export const SecretNames = v.object({ secrets: v.array(v.string()) })

/** How often talks came to a node, how many ended there without the flow ending them, and which exits they took. */
export const NodeCount = v.object({ came: count, left: count, exits: v.record(v.string(), count) })
export type NodeCount = v.InferOutput<typeof NodeCount>
export type NodeCounts = Readonly<Record<string, NodeCount>>

/** Since the present version was published, or the last days with today, whatever the version. */
export const countPeriods = ['published', '7', '30'] as const
export type CountPeriod = (typeof countPeriods)[number]
export const CountsQuery = v.object({ period: v.optional(v.picklist(countPeriods, 'form.invalid'), 'published') })
/** `GET /flows/:id/counts`; `from` is the first day. */
export const FlowCounts = v.object({
  from: v.nullable(v.string()),
  version: v.nullable(v.number()),
  nodes: v.record(v.string(), NodeCount),
})
export type FlowCounts = v.InferOutput<typeof FlowCounts>
/** Older days are deleted. */
export const COUNTED_DAYS = 90

/** The draft was saved, published or discarded. */
export const flowUpdated = defineEvent(
  'flow.update',
  v.object({ id: Id, revision: v.number(), version: v.nullable(v.number()), userId: v.nullable(Id) }),
)
