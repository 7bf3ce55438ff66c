/** Columns of a spreadsheet that describe a person, and how programs and people head them. */
import type { Heading } from '../../../bulk-import/headings'
import type { ImportField } from '../../../bulk-import/target'
import { readAreaCode, readCountryCode, readPhone } from '../../../contacts/phone'
import { readDocument } from '../../../platform/document'
import { nameCleaner, withoutCode } from './name-codes'

const numberHeading: Heading = {
  words: `telefone celular whatsapp fone tel cel telefones celulares fones telef whats wpp zap zapzap phone mobile phones cellphone cellular cell
    smartphone telefono telefonos movil telefon telefonu telefonlar gsm msisdn fixo fijo landline`,
  hints: 'numero number numara contato contatos contact contacto contactos cep irtibat iletisim',
  beside: `residencial resid res comercial com coml principal fixo fixa movel home work business primary other main company
    empresa empresarial trabalho casa recado recados adicional secundario alternativo outro outros pessoal personal cliente assinante titular
    ddd ddi area codigo code completo complete full nr n no num ev is trabajo numero number numara contato contact fax brasil br value`,
}

const nameHeading: Heading = {
  words: `nome name nombre ad isim cliente client customer musteri assinante titular aluno paciente morador associado hospede pessoa
    person kisi clientes nomes`,
  hints: 'contato contact contacto responsavel apelido nickname apodo destinatario lead',
  beside:
    'legal financeiro financeira pedagogico completo complete completa full first given primeiro primer soyad soyadi sobrenome surname apellido apellidos adi tam contato contact contacto cliente display exibicao',
}

const phoneFit = (cell: string, country: string): number => {
  if (cell.length > LONGEST || !/\d/.test(cell)) return 0
  const read = readPhone(cell, { country, mayLackPlus: true })
  // A CPF may also be a number in North America.
  if ('number' in read && !read.number.startsWith('55') && readDocument(cell) !== undefined) return 0
  if ('number' in read || read.refused === 'several') return 1
  if (read.refused === 'noAreaCode' && LOCAL.test(cell)) return 0.6
  const isLong = cell.replace(/\D/g, '').length > 6
  return isLong && read.refused !== 'document' && read.refused !== 'hidden' ? 0.3 : 0
}
/** As people write a number without area code, and no CEP. */
const LOCAL = /(?<!\d)9?[ .]?\d{4}-\d{4}(?!\d)/
/** Characters of a cell that may hold some numbers; longer ones are notes. */
const LONGEST = 120

function lacksAreaCode(cell: string, country: string): boolean {
  const read = readPhone(cell, { country })
  return 'refused' in read && read.refused === 'noAreaCode'
}

const emailFit = (cell: string): number => (/[^\s@]@[^\s@]+\.[^\s@]/.test(cell) ? 1 : 0)

/** Letters, and no more digits than "Maria 2" has. */
function nameFit(written: string): number {
  const cell = withoutCode(written)
  const letters = cell.match(/\p{L}/gu)?.length ?? 0
  const digits = cell.match(/\d/g)?.length ?? 0
  if (letters === 0 || cell.includes('@')) return 0
  return letters > 1 && digits <= letters / 2 && cell.length <= 100 ? 1 : 0.3
}

export const personFields: readonly ImportField[] = [
  { key: 'number', isRequired: true, isMany: true, heading: numberHeading, fits: phoneFit },
  {
    key: 'areaCode',
    isRequired: false,
    isMany: true,
    heading: {
      words: 'ddd',
      hints: 'area',
      beside: 'codigo cod code telefone celular fone tel cel phone residencial comercial',
    },
    needsHeading: true,
    fits: (cell) => (readAreaCode(cell) === undefined ? 0 : 1),
    completes: { key: 'number', lacks: lacksAreaCode },
  },
  {
    key: 'countryCode',
    isRequired: false,
    isMany: true,
    heading: {
      words: 'ddi',
      hints: 'pais country ulke',
      beside: 'codigo cod code kod kodu telefone celular fone tel cel phone telefonico discagem internacional calling',
    },
    needsHeading: true,
    fits: (cell) => (readCountryCode(cell) === undefined ? 0 : 1),
  },
  {
    key: 'email',
    isRequired: false,
    isMany: true,
    heading: {
      words: 'email mail correo correio eposta emails',
      hints: 'posta',
      beside: `e posta electronico eletronico endereco address direccion adresi value home work principal comercial pessoal other`,
    },
    fits: emailFit,
  },
  {
    key: 'name',
    isRequired: false,
    heading: nameHeading,
    fits: nameFit,
    ownedWith: 'number',
    cleanerOf: nameCleaner,
  },
  {
    key: 'middleName',
    isRequired: false,
    heading: { words: 'middle segundo additional ikinci', beside: 'nome name nombre ad isim adi' },
    needsHeading: true,
    fits: nameFit,
    ownedWith: 'number',
  },
  {
    key: 'lastName',
    isRequired: false,
    isMany: true,
    heading: {
      words: 'sobrenome surname apellido apellidos soyad soyadi soyisim last family ultimo suffix sufixo sufijo',
      beside: 'nome name nombre',
    },
    needsHeading: true,
    fits: nameFit,
    ownedWith: 'number',
  },
  {
    key: 'company',
    isRequired: false,
    heading: {
      words:
        'fantasia empresa company organization organizacao organisation loja fornecedor supplier proveedor sirket firma organizacion estabelecimento',
      beside: 'nome name nombre da cliente adi',
    },
    needsHeading: true,
    fits: nameFit,
  },
  {
    key: 'legalName',
    isRequired: false,
    heading: { words: 'razao razon', beside: 'social nome cliente empresa' },
    needsHeading: true,
    fits: nameFit,
  },
]

export const categoryHeading: Heading = {
  words: 'categoria category kategori grupo',
  beside: 'contato cliente contact',
}
