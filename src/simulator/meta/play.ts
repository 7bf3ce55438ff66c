/** The demo's Meta: one shop on Messenger, Instagram and an official number, and people who write to it now and then. */
import { CONCERNS, GREETINGS, THANKS } from '../play/concerns'
import type { CloudChat } from './cloud/chat'
import type { MetaApp, MetaBusiness, MetaInstagram, MetaMessage, MetaNumber, MetaPage } from './contract'
import type { PageChat } from './pages/chat'
import type { MetaStandIn } from './stand-in'

/** The same at each start, so that what was connected before goes on. */
export type Shop = {
  readonly app: MetaApp
  readonly page: MetaPage
  readonly instagram: MetaInstagram
  readonly business: MetaBusiness
  readonly number: MetaNumber
  readonly pageToken: string
  readonly systemToken: string
}
type Chat = PageChat | CloudChat
type Pauses = { readonly firstMs: number; readonly betweenMs: number; readonly answerMs: number }

const usualPauses: Pauses = { firstMs: 20_000, betweenMs: 90_000, answerMs: 6_000 }
const SYSTEM_TOKEN = 'EAADemoDoNumeroOficial0000000000000000000000'
const PAGE_TOKEN = 'EAADemoDaPagina00000000000000000000000000000'

export function openShop(
  meta: MetaStandIn,
  { id, secret, verifyToken, configId }: Pick<MetaApp, 'id' | 'secret' | 'verifyToken'> & { readonly configId: string },
): Shop {
  const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
  const app = meta.addApp({ id, secret, verifyToken, loginConfigs: [{ id: configId, scopes, lastsMs: null }] })
  const branch = meta.addBusiness({ id: '102000000000002', name: 'Casa Aurora Outlet' })
  const businesses = [branch]
  const user = meta.addUser({ id: '122100000000001', name: 'Rafael Nogueira', apps: [app], businesses })
  addNewNumbers(meta, branch)
  const page = meta.addPage({ id: '104000000000001', name: 'Casa Aurora Móveis', admins: [user] })
  const instagram = meta.addInstagram(page, { id: '17841400000000001', username: 'casaauroramoveis' })
  const business = meta.addBusiness({ id: '102000000000001', name: 'Casa Aurora Móveis' })
  const number = meta.addNumber(business, { id: '106000000000001', phone: '552130421199' })
  addTemplates(meta, business)
  const pageToken = meta.pageToken(app, page, PAGE_TOKEN)
  const systemToken = meta.systemToken(app, [business], { value: SYSTEM_TOKEN })
  meta.subscribe(app, page)
  meta.subscribe(app, business)
  return { app, page, instagram, business, number, pageToken, systemToken }
}

/** To be connected through the sign-up: one that nobody uses yet, and one that stays on a phone. */
function addNewNumbers(meta: MetaStandIn, branch: MetaBusiness) {
  meta.addNumber(branch, { id: '106000000000002', phone: '552130421288', isRegistered: false })
  const phone = { id: '106000000000003', phone: '5521998804410', verifiedName: 'Casa Aurora no celular' }
  meta.addNumber(branch, { ...phone, isOnBizApp: true, isRegistered: false })
}

function addTemplates(meta: MetaStandIn, business: MetaBusiness) {
  meta.addTemplate(business, {
    name: 'pedido_enviado',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{1}}! O seu pedido {{2}} saiu para entrega.',
        example: { body_text: [['Ana', '48213']] },
      },
      { type: 'FOOTER', text: 'Casa Aurora Móveis' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero mudar o endereço' }] },
    ],
  })
  meta.addTemplate(business, {
    name: 'semana_do_sofa',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Semana do sofá' },
      {
        type: 'BODY',
        text: 'Oi, {{1}}! Todos os sofás com 15% de desconto até sábado.',
        example: { body_text: [['Ana']] },
      },
    ],
  })
  meta.addTemplate(business, {
    name: 'pesquisa_de_satisfacao',
    category: 'UTILITY',
    status: 'PENDING',
    body: 'Como foi o nosso atendimento?',
  })
}

/** People write in turn, and answer what they are answered. Returns what ends it. */
export function play(
  meta: MetaStandIn,
  shop: Shop,
  { firstMs, betweenMs, answerMs }: Pauses = usualPauses,
): () => void {
  const chats = peopleOf(meta, shop)
  // They may have written to an earlier start of the demo.
  for (const chat of chats) meta.world.openWindow(accountOf(chat), chat.person)
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, work: () => Promise<unknown>) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      // Somebody who cannot answer says nothing.
      void work().catch(() => undefined)
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  const unsaid = new Map<Chat, string[]>(chats.map((chat) => [chat, []]))
  meta.world.listen(({ account, person, id }: MetaMessage) => {
    const chat = chats.find((one) => one.person === person && accountOf(one) === account)
    if (!chat) return
    later(answerMs / 3, () => chat.read())
    later(answerMs, async () => {
      const [choice] = chat.offered(id)
      if (choice !== undefined) return chat.tap(id, choice)
      const next = unsaid.get(chat)?.shift()
      return next === undefined ? undefined : chat.text(next)
    })
  })
  const visit = (round: number) =>
    later(round === 0 ? firstMs : betweenMs, async () => {
      const [chat, concern] = [turnOf(chats, round), turnOf(CONCERNS, round)]
      if (unsaid.get(chat)?.length === 0) {
        unsaid.set(chat, [...concern.answers, turnOf(THANKS, round)])
        await chat.text(`${turnOf(GREETINGS, round)} ${concern.question}`)
      }
      visit(round + 1)
    })
  visit(0)
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

function turnOf<One>(all: readonly One[], round: number): One {
  const one = all[round % all.length]
  if (one === undefined) throw new Error('nothing to take turns with')
  return one
}

function peopleOf(
  meta: MetaStandIn,
  { page, instagram, number }: Pick<Shop, 'page' | 'instagram' | 'number'>,
): readonly Chat[] {
  const bia = meta.person({
    name: 'Beatriz Fontes',
    psid: '7100000000000001',
    igsid: '7200000000000001',
    instagramUsername: 'bia.fontes',
  })
  const igor = meta.person({ name: 'Igor Sá', igsid: '7200000000000002', instagramUsername: 'igor.sa' })
  const lucia = meta.person({ name: 'Lúcia Conceição', psid: '7100000000000003' })
  const davi = meta.person({ name: 'Davi Rocha', phone: '5521997713305', bsuid: 'BR.7300000000000004' })
  const noemi = meta.person({
    name: 'Noemi Braga',
    phone: '5511964402218',
    bsuid: 'BR.7300000000000005',
    username: 'noemi.braga',
  })
  return [
    meta.messenger(lucia, page),
    meta.instagram(igor, instagram),
    meta.whatsapp(davi, number),
    meta.instagram(bia, instagram),
    meta.whatsapp(noemi, number),
    meta.messenger(bia, page),
  ]
}

const accountOf = (chat: Chat) => ('number' in chat ? chat.number : chat.account)
