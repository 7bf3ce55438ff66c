/** Navigation entries, as the modules declare them. */

import { atom } from 'jotai/vanilla'
import { type CompanyPlan, hasFeature, hasMenu } from '../../../src/tenancy/contract'
import type * as modules from '../../modules'
import type { Language } from '../../shared/i18n/languages'
import { type MenuEntry, type MenuGroup, type Module, menuGroups, modulesAtom } from '../../shared/module'
import { fits, needleOf } from '../../shared/plain'
import type { Need } from '../../shared/session/session'

type Modules = typeof modules
/** Pages of a single row are not in the menu. */
type Path = Exclude<Modules[keyof Modules]['path'], `${string}/$${string}`>
export type Entry = MenuEntry & { readonly name: string; readonly to: Path }
export type Group = { readonly name: MenuGroup; readonly entries: readonly Entry[] }

/** Otherwise a link would carry the open ticket along. */
export const NO_TICKET = { ticketId: undefined }

/** In order; `path` is a registered route, since the module list provided it. */
export const entriesOf = (all: readonly Module[]): readonly Entry[] =>
  all
    .flatMap(({ name, path, menu }) => (menu ? { ...menu, name, to: path as Path } : []))
    .sort((one, other) => one.order - other.order)
export const entriesAtom = atom((get) => entriesOf(get(modulesAtom)))

/** The menu entry that is marked on a page, by the page's route id. */
export const entryByRoute = (all: readonly Module[]): ReadonlyMap<string, string> =>
  new Map(all.map(({ name, path, within }) => [`/private${path}`, within ?? name]))

export const entryByRouteAtom = atom((get) => entryByRoute(get(modulesAtom)))

type EntryAccess = {
  may(need: Need): boolean
  /** Features of the company's plan; null means all. */
  features: readonly string[] | null
  /** The company's plan; null shows every entry. */
  plan: Pick<CompanyPlan, 'newStructureMenu' | 'menus'> | null
  simulator: boolean
  language: Language
  find: string
}

/** The entries that this user may use and that match the search; empty groups are hidden. */
export function visibleGroups(
  { may, features, plan, simulator, language, find }: EntryAccess,
  entries: readonly Entry[],
): Group[] {
  const needle = needleOf(find)
  const isShown = (entry: Entry) =>
    (!entry.needs || may(entry.needs)) &&
    (!entry.plan || hasFeature(features, entry.plan)) &&
    hasMenu(plan, entry.order) &&
    (!entry.simulator || simulator) &&
    fits(needle, entry.title[language])
  return menuGroups
    .map((name) => ({ name, entries: entries.filter((entry) => entry.group === name && isShown(entry)) }))
    .filter((group) => group.entries.length > 0)
}
