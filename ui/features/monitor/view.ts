import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const monitorTabs = [
  'overview',
  'queues',
  'companies',
  'sockets',
  'errors',
  'connections',
  'slow',
  'backups',
  'bi',
] as const
export type MonitorTab = (typeof monitorTabs)[number]

export const MonitorView = viewSchema(['sockets'], {
  tab: v.picklist(monitorTabs),
  hours: v.picklist([1, 24, 168]),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type MonitorView = v.InferOutput<typeof MonitorView>
