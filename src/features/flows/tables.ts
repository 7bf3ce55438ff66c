import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { NodeCounts } from './contract'
import type { Flow } from './format/contract'

/** The draft of each flow. */
export const flows = sqliteTable('flows', {
  integrationId: integer('integration_id').primaryKey(),
  draft: text('draft', { mode: 'json' }).$type<Flow>().notNull(),
  /** Counts the changes of the draft. */
  revision: integer('revision').notNull(),
  savedAt: integer('saved_at').notNull(),
  /** The published version; null before the first. */
  version: integer('version'),
  /** The revision of which the published version was made. */
  publishedRevision: integer('published_revision'),
})
export type StoredFlow = typeof flows.$inferSelect

/** Never changed. */
export const flowVersions = sqliteTable(
  'flow_versions',
  {
    integrationId: integer('integration_id').notNull(),
    version: integer('version').notNull(),
    flow: text('flow', { mode: 'json' }).$type<Flow>().notNull(),
    publishedAt: integer('published_at').notNull(),
    publishedBy: text('published_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.version] })],
)

/** Files that messages of a flow send. */
export const flowFiles = sqliteTable('flow_files', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  integrationId: integer('integration_id').notNull(),
  mediaFile: text('media_file'),
  mediaName: text('media_name'),
  mediaType: text('media_type'),
  mediaSize: integer('media_size'),
  createdAt: integer('created_at').notNull(),
})
export type StoredFlowFile = typeof flowFiles.$inferSelect

/** Keys of other servers, for the headers of calls. Encrypted. */
export const flowSecrets = sqliteTable(
  'flow_secrets',
  {
    integrationId: integer('integration_id').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.name] })],
)

/** One row for all nodes of a version on a day: a turn writes once. */
export const flowCounts = sqliteTable(
  'flow_counts',
  {
    integrationId: integer('integration_id').notNull(),
    version: integer('version').notNull(),
    /** Of the company, as 2026-11-28. */
    day: text('day').notNull(),
    nodes: text('nodes', { mode: 'json' }).$type<NodeCounts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.version, table.day] })],
)
