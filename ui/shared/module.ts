/** What a module brings to the screens; the router, the menu and the palette are derived from it. */
import type { AnyValidator, RouteComponent } from '@tanstack/react-router'
import { atom } from 'jotai/vanilla'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PlanFlag } from '../../src/tenancy/contract'
import type { AuditKind } from './audit'
import type { DeskParts } from './deskParts'
import type { Texts } from './i18n/define'
import type { Language } from './i18n/languages'
import type { Kinds } from './kinds'
import type { Need } from './session/session'
import type { LogKind } from './ticketLog'

/** In the order of the menu. */
export const menuGroups = ['operational', 'management', 'campaigns', 'administration', 'operator'] as const
export type MenuGroup = (typeof menuGroups)[number]

export type MenuEntry = {
  readonly group: MenuGroup
  /** The entry's number in plans, which also orders the menu. */
  readonly order: number
  /** Not among the texts: the menu names pages whose texts are not loaded. */
  readonly title: Readonly<Record<Language, string>>
  readonly icon: LucideIcon
  /** `super`: the operator's own people. */
  readonly needs?: Need
  /** The feature of the company's plan that brings it. */
  readonly plan?: PlanFlag
  /** Only on a server that runs the simulator, in the operator's company. */
  readonly simulator?: true
}

/** A sentence above every page, such as that the subscription ends; it renders nothing while there is nothing to say. */
export type StripPart<Told extends Texts = Texts> = {
  /** Its place below the installation's own strips. */
  readonly order: number
  readonly needs?: Need
  readonly texts: readonly Told[]
  strip(): Promise<ComponentType>
}

export type Module<
  Path extends string = string,
  Search extends AnyValidator | undefined = AnyValidator | undefined,
  Said extends Texts = Texts,
  Audited extends Texts = Texts,
  Logged extends Texts = Texts,
  Warned extends Texts = Texts,
> = {
  readonly name: string
  /** The page's address, below the shell. */
  readonly path: Path
  /** Schema of the page's search parameters: filters, sorting, what is open. */
  readonly search?: Search
  /** Loaded with the page: the module's own texts, and those of the features it shows parts of. */
  readonly texts: readonly Said[]
  /** Of parts that are not shown at first, which fetch them themselves (`lazyPart`). */
  readonly textsOfParts?: readonly Texts[]
  page(): Promise<RouteComponent>
  /** Without it, only the page's address exists. */
  readonly menu?: MenuEntry
  /** The plan feature that the page requires; defaults to that of the menu. */
  readonly plan?: PlanFlag
  /** The module whose menu entry is marked while the page is open; defaults to its own. */
  readonly within?: string
  /** The number of the menu entry to which the page belongs, which the plan must have; defaults to its own. */
  readonly menuOrder?: number
  /** The page needs the width of the menu, which is then reduced to icons. */
  readonly isWide?: true
  /** A hook that runs on every page, for data that other pages show. */
  watch?(): Promise<() => void>
  /** A button of the top bar, for what a person has not seen yet; for those who see the page in the menu, unless it is everybody's. */
  bell?(): Promise<ComponentType>
  readonly isBellForAll?: true
  readonly strip?: StripPart<Warned>
  /** Beside the page's name in the menu: how much waits there. It says nothing else, so it has no texts. */
  count?(): Promise<ComponentType>
  /** What it adds to the desk; comes with the module's texts. */
  desk?(): Promise<DeskParts>
  /** How the audit log names its things; fetched with the log. */
  readonly audit?: Kinds<AuditKind, Audited>
  /** What it writes into the log of a ticket. */
  readonly ticketLog?: Kinds<LogKind, Logged>
}

export const defineModule = <
  const Path extends string,
  const Said extends Texts,
  Search extends AnyValidator | undefined = undefined,
  Audited extends Texts = never,
  Logged extends Texts = never,
  Warned extends Texts = never,
>(
  module: Module<Path, Search, Said, Audited, Logged, Warned>,
): Module<Path, Search, Said, Audited, Logged, Warned> => module

/**
 * All modules, for the menu, the palette and background hooks; empty until the list has loaded, a moment after the
 * shell.
 */
export const modulesAtom = atom<readonly Module[]>([])
