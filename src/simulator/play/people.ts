/** Commands for adding, removing and switching phones, and for linking devices. */
import { type Account, DEFAULT_HABITS } from '../account'
import { enterCode } from '../linking/code'
import { scan } from '../linking/pairing'
import { answerMissed } from '../linking/peer'
import { catchUp } from '../messages/catch-up'
import { aboutOf } from '../messages/delivery'
import { showPresence } from '../presence'
import { streamConflict } from '../wire/connection'
import { GroupKeys } from '../wire/group-keys'
import { SignalDevice } from '../wire/signal'
import { logEvent, type World } from '../world'
import type { CommandOf, PhoneRole } from './contract'
import { Refusal } from './refusal'

export type NewPhone = { phone: string; name: string; role: PhoneRole }

export function phoneOf(world: World, number: string): Account {
  const account = world.accounts.get(number)
  if (!account) throw new Refusal('unknown_phone', number)
  return account
}

export function addAccount(world: World, { phone, name, role }: NewPhone): Account {
  if (world.accounts.has(phone)) throw new Refusal('phone_exists', phone)
  const random = world.random.branch(phone)
  const account: Account = {
    phone,
    name,
    role,
    random,
    lid: `1${random.digits(13)}`,
    username: null,
    usernameKey: null,
    online: true,
    banned: false,
    restrictedUntil: null,
    blocked: new Set(),
    habits: { ...DEFAULT_HABITS },
    picture: null,
    passkey: null,
    privacy: {},
    device: SignalDevice.make(random),
    groupKeys: new GroupKeys(),
    links: new Map(),
    nextDevice: 1,
    chats: new Map(),
    messages: new Map(),
    written: 0,
    reserved: new Map(),
    waiting: [],
    asked: [],
    work: Promise.resolve(),
  }
  world.accounts.set(phone, account)
  world.lids.set(account.lid, account)
  world.changed()
  return account
}

/** The first n customers of a company, created on demand and always the same for a company. */
export function customersOf(world: World, company: Account, { customers, firstCustomer }: Customers): Account[] {
  const companies = [...world.accounts.values()].filter(({ role }) => role === 'company')
  const first = firstCustomer ? Number(firstCustomer) : FIRST_CUSTOMER + companies.indexOf(company) * SERIES
  return Array.from({ length: customers }, (_, index) => {
    const phone = String(first + index)
    return world.accounts.get(phone) ?? addAccount(world, { phone, name: nameOf(index), role: 'customer' })
  })
}

type Customers = { customers: number; firstCustomer?: string | undefined }

const FIRST_CUSTOMER = 5511900000000
const SERIES = 100_000
const FIRST_NAMES =
  'Ana Bruno Carla Diego Elisa Fábio Gabriela Heitor Isabela João Karina Lucas Mariana Nelson Olívia Paulo'.split(' ')
const LAST_NAMES = 'Almeida Barbosa Cardoso Duarte Esteves Ferreira Gomes Lima Moreira Nogueira Pereira'.split(' ')

/** 16 and 11 are coprime, so the first 176 names differ. */
const nameOf = (index: number) => `${FIRST_NAMES[index % FIRST_NAMES.length]} ${LAST_NAMES[index % LAST_NAMES.length]}`

export function removeAccount(world: World, account: Account) {
  for (const device of account.links.keys()) removeDevice(world, account, device)
  world.accounts.delete(account.phone)
  world.lids.delete(account.lid)
  world.changed()
}

/** Returns the ids of messages and calls that were still pending for the device. */
export function removeDevice(world: World, account: Account, device: number): string[] {
  const link = account.links.get(device)
  if (!link) throw new Refusal('unknown_device', String(device))
  account.links.delete(device)
  link.connection?.end(streamConflict('device_removed'))
  logEvent(world, 'system', account.phone, 'device:removed')
  return [...link.pending.values()].flatMap(({ stanza }) => aboutOf(stanza))
}

export async function linkDevice(
  world: World,
  account: Account,
  shown: { qr: string } | { code: string },
): Promise<string> {
  if (account.role !== 'company') throw new Refusal('not_a_company_phone', account.phone)
  const device = 'qr' in shown ? await scan(world, account, shown.qr) : await enterCode(world, account, shown.code)
  if (typeof device === 'string') throw new Refusal(device)
  return String(device)
}

export async function switchPhone(world: World, account: Account, on: boolean) {
  account.online = on
  logEvent(world, 'system', account.phone, on ? 'phone:on' : 'phone:off')
  for (const other of world.accounts.values()) if (other !== account) showPresence(account, other, world.now())
  if (!on) return
  await catchUp(world, account)
  answerMissed(world, account)
}

export function changeHabits(world: World, account: Account, command: CommandOf<'setHabits'>) {
  const { do: _, phone: __, ...habits } = command
  Object.assign(account.habits, habits)
  world.changed()
}
