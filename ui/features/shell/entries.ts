/** The entries of the navigation, as the chapters declare them. */
import type { Permission } from '../../../src/access/permissions'
import * as chapters from '../../chapters'
import { hasFeature, type MenuEntry, type MenuGroup, menuGroups, type Plan } from '../../shared/chapter'
import type { Language } from '../../shared/i18n/languages'
import { plain } from '../../shared/plain'

type Chapters = typeof chapters
type Path = Chapters[keyof Chapters]['path']
export type Entry = MenuEntry & { readonly name: string; readonly to: Path }
export type Group = { readonly name: MenuGroup; readonly entries: readonly Entry[] }

/** Otherwise a link takes along the ticket that is open. */
export const NO_TICKET = { ticketId: undefined }

const entries: readonly Entry[] = Object.values(chapters)
  .flatMap(({ name, path, menu }) => (menu ? { ...menu, name, to: path } : []))
  .sort((one, other) => one.order - other.order)

type Seen = {
  may(permission: Permission): boolean
  plan: Plan | null
  simulator: boolean
  language: Language
  find: string
}

/** The entries this person may use and is looking for; empty groups vanish. */
export function visibleGroups({ may, plan, simulator, language, find }: Seen): Group[] {
  const wanted = plain(find)
  const fits = (entry: Entry) =>
    (!entry.needs || may(entry.needs)) &&
    hasFeature(plan, entry.plan) &&
    (!entry.simulator || simulator) &&
    plain(entry.title[language]).includes(wanted)
  return menuGroups
    .map((name) => ({ name, entries: entries.filter((entry) => entry.group === name && fits(entry)) }))
    .filter((group) => group.entries.length > 0)
}
