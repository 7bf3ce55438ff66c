/** What the operator sells: features, limits and a price, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, Name } from '../../platform/formats'
import {
  CompanyPlan,
  CompanySummary,
  fixedMenus,
  GIGABYTE,
  LAST_MENU,
  limitNames,
  type PlanFlag,
  type PlanLimits,
  PlannedCounts,
} from '../../tenancy/contract'

export const MOST_PLANS = 500
export const MOST_COUNT = 100_000
/** Gigabytes of files. */
export const MOST_STORAGE = 100_000
/** The price of a plan, in reais. */
export const MOST_AMOUNT = 1_000_000

/** The group of entries without a known group. */
export const NO_GROUP = 'Sem Grupo'

export const Menu = v.object({
  id: v.number(),
  name: v.string(),
  route: v.string(),
  group: v.string(),
  /** Always `active`. */
  status: v.string(),
})
export type Menu = v.InferOutput<typeof Menu>
export const MenuList = v.object({ menus: v.array(Menu) })

const menusOf = (group: string, entries: readonly (readonly [number, string, string])[]): Menu[] =>
  entries.map(([id, name, route]) => ({ id, name, route, group, status: 'active' }))

export const menus: readonly Menu[] = [
  ...menusOf('operacional', [
    [1, 'Atendimentos', '/tickets'],
    [2, 'Kanban', '/kanban'],
    [3, 'Mensagens rápidas', '/quick-messages'],
    [4, 'Contatos', '/contacts'],
    [5, 'Tarefas', '/todolist'],
    [6, 'Calendário', '/Calendario'],
    [7, 'Assistente de IA', '/ChatGPT'],
    [8, 'Agendamentos', '/schedules'],
    [9, 'Etiquetas', '/tags'],
    [10, 'Chat interno', '/chats'],
    [11, 'Ajuda', '/helps'],
    [28, 'E-mail', '/Email'],
  ]),
  ...menusOf('gerencial', [
    [12, 'Painel', '/'],
    [13, 'Painel de Atendimentos', '/moments'],
    [14, 'Relatórios', '/reports'],
    [15, 'Campanhas', '/campaigns'],
    [16, 'Listas de contatos', '/contact-lists'],
    [17, 'Ajustes de campanhas', '/campaigns-config'],
    [18, 'Dashboard de campanhas', '/campaign-dashboard'],
  ]),
  ...menusOf('administração', [
    [19, 'Conexões', '/connections'],
    [20, 'Filas', '/queues'],
    [21, 'Usuários', '/users'],
    [22, 'API de mensagens', '/messages-api'],
    [23, 'Configurações', '/settings'],
    [24, 'Parâmetros', '/parameters'],
    [25, 'Integrações', '/integrations'],
    [26, 'Avaliações', '/ratings'],
    [27, 'Financeiro', '/financeiro'],
  ]),
]

/** Campaigns bring their lists, settings and dashboard. */
export const CAMPAIGNS_MENU = 15
export const campaignMenus: readonly number[] = [16, 17, 18]

/** The features that a menu entry brings. */
export const menuOfFlag = {
  useCampaigns: CAMPAIGNS_MENU,
  useSchedules: 8,
  useInternalChat: 10,
  useExternalApi: 22,
  useIntegrations: 25,
} as const satisfies Partial<Record<PlanFlag, number>>

/** In order, with the entries that every plan has and those that campaigns bring. */
export function completeMenus(chosen: readonly number[]): number[] {
  const hasCampaigns = chosen.includes(CAMPAIGNS_MENU)
  const own = chosen.filter((id) => !campaignMenus.includes(id))
  return [...new Set([...own, ...fixedMenus, ...(hasCampaigns ? campaignMenus : [])])].toSorted((a, b) => a - b)
}

const Count = v.pipe(
  v.number('form.required'),
  v.integer('form.invalid'),
  v.minValue(0, 'form.invalid'),
  v.maxValue(MOST_COUNT, 'form.invalid'),
)
/** At least one user must be able to sign in. */
const Users = v.pipe(Count, v.minValue(1, 'form.invalid'))

/** Gigabytes of files; null, as when it is omitted: no limit. */
const Storage = v.nullable(
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(1, 'form.invalid'),
    v.maxValue(MOST_STORAGE, 'form.invalid'),
  ),
)

/** In reais with at most two decimals, as a number or as text with a point or a comma. */
const Amount = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.maxLength(20, 'form.invalid'))], 'form.required'),
  v.transform((given) => (typeof given === 'number' ? given : readAmount(given))),
  v.number('form.invalid'),
  v.finite('form.invalid'),
  v.minValue(0, 'form.invalid'),
  v.maxValue(MOST_AMOUNT, 'form.invalid'),
  v.check((reais) => Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-6, 'form.invalid'),
)
const readAmount = (text: string): number =>
  /^\d{1,7}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN

const Menus = list(
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(1, 'form.invalid'),
    v.maxValue(LAST_MENU, 'form.invalid'),
  ),
  { most: LAST_MENU },
)

const optional = v.partial(
  v.object({
    storage: Storage,
    isPublic: v.boolean(),
    useWhatsapp: v.boolean(),
    useFacebook: v.boolean(),
    useInstagram: v.boolean(),
    useCampaigns: v.boolean(),
    useSchedules: v.boolean(),
    useInternalChat: v.boolean(),
    useExternalApi: v.boolean(),
    useIntegrations: v.boolean(),
    newStructureMenu: v.boolean(),
    menus: Menus,
  }),
).entries

export const CreatePlan = v.object({
  name: Name,
  users: Users,
  connections: Count,
  queues: Count,
  amount: Amount,
  ...optional,
})
export type CreatePlan = v.InferOutput<typeof CreatePlan>

export const UpdatePlan = v.partial(
  v.object({
    ...CreatePlan.entries,
    /** Null: no limit. Only plans that a migration made have none. */
    users: v.nullable(Users),
    connections: v.nullable(Count),
    queues: v.nullable(Count),
  }),
)
export type UpdatePlan = v.InferOutput<typeof UpdatePlan>

/** Defaults of a new plan. */
export const planDefaults = {
  isPublic: true,
  useWhatsapp: true,
  useFacebook: false,
  useInstagram: false,
  useCampaigns: false,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: false,
  useIntegrations: true,
  newStructureMenu: true,
} as const

/** All entries but campaigns and the API, as the flags' defaults say. */
export const defaultMenus: readonly number[] = completeMenus(
  menus.map(({ id }) => id).filter((id) => id !== CAMPAIGNS_MENU && id !== menuOfFlag.useExternalApi),
)

export const PlanSummary = v.object({
  ...CompanyPlan.entries,
  isPublic: v.boolean(),
  /** The only company that may use it; null: any company. */
  companyId: v.nullable(Id),
  createdAt: Instant,
  updatedAt: Instant,
  /** Number of companies on the plan; events omit it. */
  companiesCount: v.optional(v.number()),
})
export type PlanSummary = v.InferOutput<typeof PlanSummary>

/** Of `used`, what exceeds the limits. Storage is used in bytes and limited in gigabytes. */
export const overIn = (used: Readonly<Record<keyof PlanLimits, number>>, limits: PlanLimits): (keyof PlanLimits)[] =>
  ([...limitNames, 'storage'] as const).filter((limit) => {
    const most = limits[limit]
    return most !== null && !Number.isNaN(most) && used[limit] > most * (limit === 'storage' ? GIGABYTE : 1)
  })

export const PlanPage = v.object({ plans: v.array(PlanSummary), hasMore: v.boolean(), count: v.number() })

/** A company of the plan; `used` and `planned` are null when its data cannot be read. */
export const PlanHolder = v.object({
  id: Id,
  name: v.string(),
  document: v.string(),
  status: v.boolean(),
  used: v.nullable(v.object({ users: v.number(), connections: v.number(), queues: v.number(), storage: v.number() })),
  planned: v.nullable(PlannedCounts),
})
export type PlanHolder = v.InferOutput<typeof PlanHolder>

export const MOST_OVER = 500
/** A company that has more than its plan allows, and of what. */
export const OverLimit = v.object({
  planId: Id,
  company: v.object({ id: Id, name: v.string() }),
  limits: v.array(v.picklist([...limitNames, 'storage'])),
})
export type OverLimit = v.InferOutput<typeof OverLimit>
/** The first `MOST_OVER` of them, by company. */
export const OverLimits = v.object({ records: v.array(OverLimit), hasMore: v.boolean() })

export const PlanDetail = v.object({ ...PlanSummary.entries, companies: v.array(PlanHolder) })
export type PlanDetail = v.InferOutput<typeof PlanDetail>

/** A company with its plan; null: every feature, no limits. */
export const PlanOfCompany = v.object({ ...CompanySummary.entries, plan: v.nullable(CompanyPlan) })

const planNo = (id: number): Subject => `plan ${id}`

/** Sent to the operator's users. */
export const planCreated = defineEvent('plan.create', v.object({ plan: PlanSummary }), {
  about: ({ plan: { id } }) => [planNo(id)],
})
export const planUpdated = defineEvent('plan.update', v.object({ plan: PlanSummary }), {
  about: ({ plan: { id } }) => [planNo(id)],
})
export const planDeleted = defineEvent('plan.delete', v.object({ planId: Id }), {
  takesBack: ({ planId }) => planNo(planId),
})
