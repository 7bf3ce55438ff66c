/** Invented contacts of the sample company: categories, details of some customers, and an old address book. */
import { eq } from 'drizzle-orm'
import { createContact } from '../../contacts/actions'
import type { CreateContact } from '../../contacts/editing/contract'
import { setExtraInfo } from '../../contacts/extra-info'
import { contactCategories, contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'

const categories = [
  { description: 'Cliente', active: true },
  { description: 'Arquitetura e decoração', active: true },
  { description: 'Fornecedor', active: true },
  { description: 'Transporte', active: true },
  { description: 'Feira 2024', active: false },
] as const
type Category = (typeof categories)[number]['description']

type SampleNote = { readonly category: Category; readonly info?: CreateContact['extraInfo'] }

/** Customers of the sample's story. */
const known: Readonly<Record<string, SampleNote>> = {
  'Mariana Duarte': {
    category: 'Cliente',
    info: [
      { name: 'CPF', value: '123.456.789-09' },
      { name: 'Bairro', value: 'Icaraí, Niterói' },
      { name: 'Pedido', value: '20418 · Sofá Aurora' },
    ],
  },
  'Nelson Shimizu': { category: 'Cliente', info: [{ name: 'Pedido', value: '20377 · Estante Búzios' }] },
  'Aline Fontoura': {
    category: 'Arquitetura e decoração',
    info: [
      { name: 'Escritório', value: 'Fontoura Interiores' },
      { name: 'Comissão', value: '8%' },
    ],
  },
}

const others: readonly (readonly [name: string, number: string, email: string, Category | null])[] = [
  ['Adriana Queiroz', '5521991230101', 'adriana.queiroz@exemplo.com.br', 'Cliente'],
  ['Alberto Nóbrega', '5521991230102', '', 'Cliente'],
  ['Amanda Salles', '5521991230103', 'amanda@sallesarquitetura.exemplo', 'Arquitetura e decoração'],
  ['Antônio Carlos Brito', '5521991230104', '', 'Cliente'],
  ['Bárbara Cunha', '5521991230105', 'barbara.cunha@exemplo.com.br', 'Cliente'],
  ['Benedito Rocha', '552134560106', '', 'Transporte'],
  ['Bianca Tavares', '5521991230107', 'bianca.tavares@exemplo.com.br', null],
  ['Carlos Eduardo Pires', '5521991230108', '', 'Cliente'],
  ['Cecília Amorim', '5511991230109', 'cecilia@amorimdecor.exemplo', 'Arquitetura e decoração'],
  ['Cláudia Restrepo', '573001230110', '', 'Fornecedor'],
  ['Daniel Fagundes', '5521991230111', 'daniel.fagundes@exemplo.com.br', 'Cliente'],
  ['Débora Lins', '5521991230112', '', 'Cliente'],
  ['Edson Viana', '552134560113', 'edson@vianatransportes.exemplo', 'Transporte'],
  ['Elisa Marchetti', '5511991230114', 'elisa@tecidosmarchetti.exemplo', 'Fornecedor'],
  ['Fábio Guimarães', '5521991230115', '', null],
  ['Fernanda Rezende', '5521991230116', 'fernanda.rezende@exemplo.com.br', 'Cliente'],
  ['Geraldo Mota', '552134560117', '', 'Fornecedor'],
  ['Heloísa Vilhena', '5521991230118', 'helena.v@exemplo.com.br', 'Cliente'],
  ['Hugo Albuquerque', '5521991230119', '', 'Cliente'],
  ['Iara Monteiro', '5521991230120', 'iara@monteiroeassociados.exemplo', 'Arquitetura e decoração'],
  ['Ivo Lacerda', '5521991230121', '', 'Feira 2024'],
  ['Júlia Sant’Anna', '5521991230122', 'julia.santanna@exemplo.com.br', 'Cliente'],
  ['Leonardo Peixoto', '5521991230123', '', null],
  ['Lívia Barreto', '5521991230124', 'livia.barreto@exemplo.com.br', 'Cliente'],
  ['Luiz Otávio Freitas', '5521991230125', '', 'Cliente'],
  ['Madeireira Serra Azul', '552433210126', 'vendas@serraazul.exemplo', 'Fornecedor'],
  ['Manuela Prado', '5521991230127', '', 'Feira 2024'],
  ['Márcio Antunes', '5521991230128', 'marcio.antunes@exemplo.com.br', 'Cliente'],
  ['Natália Coelho', '5521991230129', '', 'Cliente'],
  ['Olavo Mendonça', '5521991230130', 'olavo@mendonca.exemplo', 'Arquitetura e decoração'],
  ['Patrícia Novaes', '5521991230131', '', 'Cliente'],
  ['Regina Drummond', '5521991230132', 'regina.drummond@exemplo.com.br', 'Cliente'],
  ['Rogério Bastos', '5521991230133', '', null],
  ['Sônia Figueira', '5521991230134', 'sonia.figueira@exemplo.com.br', 'Cliente'],
  ['Tapeçaria Irmãos Leal', '552134560135', 'contato@irmaosleal.exemplo', 'Fornecedor'],
  ['Vinícius Arantes', '5521991230136', '', 'Cliente'],
]

export function addSampleContacts(cx: Cx) {
  cx.transaction((cx) => {
    const idOf = new Map<Category, number>(
      categories.map((one) => [one.description, cx.db.insert(contactCategories).values(one).returning().get().id]),
    )
    for (const [name, { category, info = [] }] of Object.entries(known)) {
      const id = idNamed(cx.db, name)
      if (id === undefined) continue
      cx.db
        .update(contacts)
        .set({ categoryId: idOf.get(category) ?? null })
        .where(eq(contacts.id, id))
        .run()
      setExtraInfo(cx.db, id, info)
    }
    for (const [at, [name, number, email, category]] of others.entries()) {
      const contactCategoryId = (category && idOf.get(category)) ?? null
      const { id } = createContact(cx, { name, number, email, contactCategoryId }, [])
      cx.db
        .update(contacts)
        .set({ createdAt: cx.now() - at * 9 * DAY })
        .where(eq(contacts.id, id))
        .run()
    }
  })
}

const idNamed = (db: Db, name: string) => getValue<number>(db, 'SELECT id FROM contacts WHERE name = ?', name)
