/** The entries of the navigation. */
import { FlaskConical, type LucideIcon, MessagesSquare, Settings, Smartphone, Split } from 'lucide-react'
import type { Permission } from '../../../src/access/permissions'
import type { Text } from '../../shared/i18n/translate'
import { plain } from '../../shared/plain'

type Name = 'tickets' | 'connections' | 'queues' | 'settings' | 'simulator'
export type Entry = {
  name: Name
  to: '/tickets/{-$ticketId}' | '/connections' | '/queues' | '/settings' | '/simulator'
  icon: LucideIcon
  needs?: Permission
  /** Only on a server that runs the simulator, in the company that it belongs to. */
  simulator?: true
}
/** Otherwise a link takes along the ticket that is open. */
export const NO_TICKET = { ticketId: undefined }
export type Group = { name: 'operational' | 'administration'; entries: readonly Entry[] }

const groups: readonly Group[] = [
  { name: 'operational', entries: [{ name: 'tickets', to: '/tickets/{-$ticketId}', icon: MessagesSquare }] },
  {
    name: 'administration',
    entries: [
      { name: 'connections', to: '/connections', icon: Smartphone, needs: 'drawer-admin-items:view' },
      { name: 'queues', to: '/queues', icon: Split, needs: 'queues-page:change' },
      { name: 'settings', to: '/settings', icon: Settings, needs: 'drawer-admin-items:view' },
      { name: 'simulator', to: '/simulator', icon: FlaskConical, needs: 'simulator-page:use', simulator: true },
    ],
  },
]

type Seen = { may(permission: Permission): boolean; simulator: boolean; find: string }

/** The entries this person may use and is looking for; empty groups vanish. */
export function visibleGroups(t: Text, { may, simulator, find }: Seen): Group[] {
  const wanted = plain(find)
  const fits = (entry: Entry) =>
    (!entry.needs || may(entry.needs)) &&
    (!entry.simulator || simulator) &&
    plain(t(`shell.${entry.name}`)).includes(wanted)
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(fits) }))
    .filter((group) => group.entries.length > 0)
}
