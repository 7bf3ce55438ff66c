/** Invented contact lists of the sample company: customers of a shop, and architects who recommend it. */
import { contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { fold, searchable } from '../../platform/text'
import { DAY } from '../../platform/time'
import { contactLists } from './tables'

type InventedPerson = { readonly name: string; readonly number: string; readonly email: string | null }

/** People who never wrote to the shop. */
const strangers = [
  'Ademir Falcão',
  'Alessandra Pontes',
  'Aparecida Moura',
  'Arthur Valadares',
  'Beatriz Camargo',
  'Caio Henrique Lessa',
  'Camila Brandão',
  'Celso Marinho',
  'Cristina Azevedo',
  'Davi Nakamura',
  'Denise Portela',
  'Diego Sampaio',
  'Eliane Couto',
  'Emanuel Siqueira',
  'Estela Bittencourt',
  'Fabiana Toledo',
  'Flávio Medeiros',
  'Gabriela Lopes',
  'Gilberto Assis',
  'Glória Paiva',
  'Helena Macedo',
  'Henrique Dutra',
  'Ingrid Schneider',
  'Isabela Furtado',
  'Jair Teixeira',
  'Janaína Ribas',
  'Jonas Pacheco',
  'Karina Leite',
  'Larissa Quintela',
  'Lucas Andrade',
  'Luciana Vargas',
  'Marcelo Godoy',
  'Mirela Fontes',
  'Mônica Araújo',
  'Norberto Campos',
  'Otávio Rangel',
  'Paula Seabra',
  'Priscila Moreno',
  'Rafael Cordeiro',
  'Renata Guedes',
  'Rosângela Pires',
  'Sérgio Maldonado',
  'Simone Castilho',
  'Tatiana Borges',
  'Thiago Vasques',
  'Valéria Chaves',
  'Wagner Lacerda',
  'Yasmin Corrêa',
] as const

const architects = [
  ['Ana Lúcia Bragança', '5521992340201', 'ana@bragancaarquitetura.exemplo'],
  ['Bruno Casagrande', '5521992340202', 'bruno@casagrande.exemplo'],
  ['Carolina Weiss', '5511992340203', 'carolina@weissinteriores.exemplo'],
  ['Danilo Prates', '5521992340204', 'danilo@estudioprates.exemplo'],
  ['Estúdio Varanda', '552134560205', 'contato@estudiovaranda.exemplo'],
  ['Fernando Lisboa', '5521992340206', 'fernando@lisboaprojetos.exemplo'],
  ['Helena Sorrentino', '5511992340207', 'helena@sorrentino.exemplo'],
  ['Ítalo Barcelos', '5521992340208', 'italo@barcelos.exemplo'],
  ['Letícia Hamada', '5511992340209', 'leticia@hamada.exemplo'],
  ['Marina Curi', '5521992340210', 'marina@curidecor.exemplo'],
  ['Paulo Vidigal', '5521992340211', 'paulo@vidigalarq.exemplo'],
  ['Roberta Steiner', '5521992340212', 'roberta@steiner.exemplo'],
] as const

export function addSampleLists(cx: Cx) {
  const known = cx.db
    .select({ name: contacts.name, number: contacts.number, email: contacts.email, isGroup: contacts.isGroup })
    .from(contacts)
    .all()
    .flatMap(({ number, isGroup, ...rest }) => (number === null || isGroup ? [] : [{ ...rest, number }]))
  const others = strangers.map((name, at) => ({
    name,
    number: `55219934${String(5100 + 37 * at).padStart(5, '0')}`,
    email: at % 3 === 0 ? `${fold(name).replaceAll(' ', '.')}@exemplo.com.br` : null,
  }))
  cx.transaction((cx) => {
    addList(cx, 'Clientes Loja Centro 2026', 46 * DAY, [...known, ...others])
    addList(
      cx,
      'Arquitetos parceiros',
      12 * DAY,
      architects.map(([name, number, email]) => ({ name, number, email })),
    )
  })
}

/** Every eleventh is not on WhatsApp, every seventeenth is blacklisted, and the last few are not looked up yet. */
function addList(cx: Cx, name: string, age: number, people: readonly InventedPerson[]) {
  const at = cx.now() - age
  const list = cx.db
    .insert(contactLists)
    .values({ name, nameFolded: searchable(name), createdAt: at, updatedAt: at })
    .returning()
    .get()
  const insert = statement(
    cx.db.$client,
    `INSERT OR IGNORE INTO contact_list_items (list_id, name, name_folded, number, email, is_whatsapp_valid, checked_at,
       in_blacklist, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const [place, person] of people.entries()) {
    const valid = place >= people.length - 3 ? null : place % 11 === 10 ? 0 : 1
    const isBlacklisted = place % 17 === 16 ? 1 : 0
    insert.run(
      list.id,
      person.name,
      searchable(person.name),
      person.number,
      person.email,
      valid,
      valid === null ? null : at,
      isBlacklisted,
      at,
      at,
    )
  }
}
