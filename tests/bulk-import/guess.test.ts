/** The guess of columns by headings and cells. */
import { describe, expect, test } from 'bun:test'
import { guessColumns } from '../../src/bulk-import/guess'
import { contactTarget } from '../../src/features/contact-book/imports/target'

const guess = (rows: readonly (readonly string[])[]) => guessColumns(contactTarget, rows)
/** Rows of a text: a line each, cells between bars. */
const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
/** Heading of each column with its field. */
const named = (text: string) => {
  const rows = rowsOf(text)
  const { headRows, columns } = guess(rows)
  return Object.fromEntries(columns.map((column, at) => [rows[headRows - 1]?.[at] || at, column]))
}

const files: Readonly<Record<string, { text: string; fields: Readonly<Record<string, string>>; headRows?: number }>> = {
  'a plain file': {
    text: `
      E-mail | Nome completo | Telefone | Cidade
      m@e.com | Maria Souza | (21) 99612-4087 | Niterói
      r@e.com | Rui Alves | 11 8765-4321 | Santos`,
    fields: { 'E-mail': 'email', 'Nome completo': 'name', Telefone: 'number', Cidade: 'extra' },
  },
  'a contact person beside the company': {
    text: `
      Empresa | Contato | Celular
      Padaria Sol | Sr. João | (11) 98801-1051`,
    fields: { Empresa: 'company', Contato: 'name', Celular: 'number' },
  },
  'a contact that is a number': {
    text: `
      Nome | Contato | Cidade
      Ana Lima | (11) 98801-1051 | Santos`,
    fields: { Nome: 'name', Contato: 'number', Cidade: 'extra' },
  },
  'an area code apart': {
    text: `
      Nome | DDD | Telefone
      Alfa | 11 | 98801-0090
      Beta | 021 | 988010091`,
    fields: { Nome: 'name', DDD: 'areaCode', Telefone: 'number' },
  },
  'two area codes apart': {
    text: `
      NOME_CLIENTE | DDD1 | FONE1 | DDD2 | FONE2
      Alfa Silva | 11 | 33010090 | 11 | 988010090`,
    fields: { NOME_CLIENTE: 'name', DDD1: 'areaCode', FONE1: 'number', DDD2: 'areaCode', FONE2: 'number' },
  },
  'an area code that is part of the number': {
    text: `
      Cliente | DDD + Celular
      Alfa | 11988010090`,
    fields: { Cliente: 'name', 'DDD + Celular': 'number' },
  },
  'a provider’s system': {
    text: `
      ID | Razão social | Nome fantasia | CPF/CNPJ | Data nasc. | Telefone celular | Fone res. | WhatsApp | CEP | Número | Endereço
      1 | Ana Lima ME | Ana Bolos | 529.982.247-25 | 04/05/1980 | (11) 98801-0001 | (11) 3301-0001 | 11988010002 | 24020-000 | 120 | Rua A, 10
      2 | Bento Dias | | 11144477735 | 06/07/1991 | (11) 98801-0003 | | | 24020-001 | 7 | Rua B, 2`,
    fields: {
      ID: 'extra',
      'Razão social': 'legalName',
      'Nome fantasia': 'company',
      'CPF/CNPJ': 'extra',
      'Data nasc.': 'extra',
      'Telefone celular': 'number',
      'Fone res.': 'number',
      WhatsApp: 'number',
      CEP: 'extra',
      Número: 'extra',
      Endereço: 'extra',
    },
  },
  'capitals and underscores': {
    text: `
      COD_CLIENTE | NOME_COMPLETO | CPF | TELEFONE_1 | CELULAR_2 | EMAIL_PRINCIPAL | LOGIN_PPPOE | PLANO_CONTRATADO | VALOR_MENSAL | DIA_VENCIMENTO
      11980001 | Ana Lima | 52998224725 | 1133010001 | 11988010001 | a@e.com | ana.lima | Fibra 300 | 99,90 | 10
      11980002 | Bia Reis | 11144477735 | 1133010002 | 11988010002 | b@e.com | bia.reis | Fibra 500 | 119,90 | 15`,
    fields: {
      COD_CLIENTE: 'extra',
      NOME_COMPLETO: 'name',
      CPF: 'extra',
      TELEFONE_1: 'number',
      CELULAR_2: 'number',
      EMAIL_PRINCIPAL: 'email',
      LOGIN_PPPOE: 'extra',
      PLANO_CONTRATADO: 'extra',
      VALOR_MENSAL: 'extra',
      DIA_VENCIMENTO: 'extra',
    },
  },
  'words run together': {
    text: `
      nomecompleto | telefonecelular | datanascimento
      Ana Lima | 11988010001 | 1980-05-04`,
    fields: { nomecompleto: 'name', telefonecelular: 'number', datanascimento: 'extra' },
  },
  'words in camel case': {
    text: `
      nomeCliente | telefoneWhatsApp | cpfCnpj
      Ana Lima | 11988010001 | 52998224725`,
    fields: { nomeCliente: 'name', telefoneWhatsApp: 'number', cpfCnpj: 'extra' },
  },
  'a new export of Google': {
    text: `
      First Name | Middle Name | Last Name | Phonetic First Name | Name Prefix | Nickname | File As | Organization Name | Organization Title | Birthday | Photo | Labels | E-mail 1 - Label | E-mail 1 - Value | E-mail 2 - Value | Phone 1 - Label | Phone 1 - Value | Phone 2 - Label | Phone 2 - Value | Address 1 - Formatted
      Ana | Maria | Gonzaga Um | | | | | Padaria Sol | | 1980-05-04 | | * myContacts | * Home | a@e.com | v@e.com | Mobile | +55 11 98801-0001 ::: +55 11 3301-0001 | Work | (11) 98801-0002 | Rua A, 10
      Bento | | Gonzaga Dois | | | | | | | | | * myContacts | | | | Mobile | 011 98801-0003 | | |
       | | | | | | | Oficina Três | | | | * myContacts | | | | Work | 11 3301-0004 | | |`,
    fields: {
      'First Name': 'name',
      'Middle Name': 'middleName',
      'Last Name': 'lastName',
      'Phonetic First Name': 'extra',
      'Name Prefix': '',
      Nickname: 'extra',
      'File As': '',
      'Organization Name': 'company',
      'Organization Title': 'extra',
      Birthday: 'extra',
      Photo: '',
      Labels: '',
      'E-mail 1 - Label': '',
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': 'email',
      'Phone 1 - Label': '',
      'Phone 1 - Value': 'number',
      'Phone 2 - Label': '',
      'Phone 2 - Value': 'number',
      'Address 1 - Formatted': 'extra',
    },
  },
  'an old export of Google': {
    text: `
      Name | Given Name | Additional Name | Family Name | Group Membership | E-mail 1 - Type | E-mail 1 - Value | Phone 1 - Type | Phone 1 - Value
      Carla Velha | Carla | | Velha | * myContacts | * Home | c@e.com | Mobile | +55 11 98801-0011`,
    fields: {
      Name: 'name',
      'Given Name': '',
      'Additional Name': 'middleName',
      'Family Name': 'lastName',
      'Group Membership': '',
      'E-mail 1 - Type': '',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Type': '',
      'Phone 1 - Value': 'number',
    },
  },
  'an export of Google with translated headings': {
    text: `
      Nome | Sobrenome | E-mail 1 - Rótulo | E-mail 1 - Valor | Telefone 1 - Tipo | Telefone 1 - Valor
      Ana | Lima | * Casa | a@e.com | Celular | +55 11 98801-0001`,
    fields: {
      Nome: 'name',
      Sobrenome: 'lastName',
      'E-mail 1 - Rótulo': '',
      'E-mail 1 - Valor': 'email',
      'Telefone 1 - Tipo': '',
      'Telefone 1 - Valor': 'number',
    },
  },
  'Outlook in Portuguese': {
    text: `
      Título | Nome | Segundo Nome | Sobrenome | Empresa | Telefone Comercial | Telefone Residencial | Telefone Celular | Fax Comercial | Endereço de Email | Tipo de Email
       | João | | Conceição Quatro | Móveis Ltda | (11) 3301-0020 | | (11) 98801-0020 | (11) 3301-0029 | j@e.com | SMTP
      Sra. | Inês | | Araújo Cinco | | | | +55 (11) 98801-0021 | | |`,
    fields: {
      Título: 'extra',
      Nome: 'name',
      'Segundo Nome': 'middleName',
      Sobrenome: 'lastName',
      Empresa: 'company',
      'Telefone Comercial': 'number',
      'Telefone Residencial': 'number',
      'Telefone Celular': 'number',
      'Fax Comercial': 'extra',
      'Endereço de Email': 'email',
      'Tipo de Email': 'extra',
    },
  },
  'Outlook in English': {
    text: `
      Title | First Name | Middle Name | Last Name | Company | Business Fax | Business Phone | Home Phone | Mobile Phone | Birthday | E-mail Address | E-mail Type | Manager's Name
      | Ana | | Reis | Sol Ltda | (11) 3301-0029 | (11) 3301-0020 | | (11) 98801-0020 | 0/0/00 | a@e.com | SMTP | Rui Dias`,
    fields: {
      Title: 'extra',
      'First Name': 'name',
      'Middle Name': 'middleName',
      'Last Name': 'lastName',
      Company: 'company',
      'Business Fax': 'extra',
      'Business Phone': 'number',
      'Home Phone': 'number',
      'Mobile Phone': 'number',
      Birthday: 'extra',
      'E-mail Address': 'email',
      'E-mail Type': 'extra',
      "Manager's Name": 'extra',
    },
  },
  Spanish: {
    text: `
      Nombre y apellidos | Teléfono móvil | Correo electrónico | Fecha de nacimiento | DNI
      Ana Lima | +34 612 345 678 | a@e.com | 04/05/1980 | 12345678Z`,
    fields: {
      'Nombre y apellidos': 'name',
      'Teléfono móvil': 'number',
      'Correo electrónico': 'email',
      'Fecha de nacimiento': 'extra',
      DNI: 'extra',
    },
  },
  Turkish: {
    text: `
      Ad Soyad | Cep Telefonu | E-posta | Şehir
      Ayşe Yılmaz | +90 532 123 45 67 | a@e.com | İzmir`,
    fields: { 'Ad Soyad': 'name', 'Cep Telefonu': 'number', 'E-posta': 'email', Şehir: 'extra' },
  },
  'titles above the headings': {
    text: `
      RELAÇÃO DE CLIENTES - FILIAL CENTRO
      Emitido em 10/11/2026 | | | Página 1
      Cliente | Celular | Cidade | Última compra | Saldo
      Sete | 11988010041 | Niterói | 10/12/2025 | 1.234,50
      Oito | 011 98801-0042 | | |`,
    headRows: 3,
    fields: { Cliente: 'name', Celular: 'number', Cidade: 'extra', 'Última compra': 'extra', Saldo: 'extra' },
  },
  'groups above the headings': {
    text: `
      Dados pessoais | | Contato |
      Nome | CPF | Fone | E-mail
      Ana Lima | 529.982.247-25 | (11) 98801-0001 | a@e.com`,
    headRows: 2,
    fields: { Nome: 'name', CPF: 'extra', Fone: 'number', 'E-mail': 'email' },
  },
  'unknown headings': {
    text: `
      A | B
      Maria | 21996124087`,
    fields: { A: 'name', B: 'number' },
  },
  'a report of a provider’s system': {
    text: `
      Relatório de Clientes - Provedor Exemplo
      CNPJ: 11.222.333/0001-81 - Telefone: (21) 3301-0000
      Emitido em: 28/11/2026 10:00 | | | Página 1 de 3
      Cód. Cliente | Nome/Razão Social | Telefone(s) | Situação
      1 | Ana Lima | (21) 98801-0001 / 3301-0001 | Ativo
      2 | Rui Dias | (21) 98801-0002 | Ativo
      Total de clientes: 2`,
    headRows: 4,
    fields: { 'Cód. Cliente': 'extra', 'Nome/Razão Social': 'legalName', 'Telefone(s)': 'number', Situação: 'extra' },
  },
  'numbers of accounts and contracts that look like telephones': {
    text: `
      Customer Name | Mobile No. | Landline | Account Number | Nº Contrato | Número | Balance
      Ana Lima | (21) 98801-0001 | (21) 3301-0001 | 1234567890 | 2133010009 | 1234567 | 10.50`,
    fields: {
      'Customer Name': 'name',
      'Mobile No.': 'number',
      Landline: 'number',
      'Account Number': 'extra',
      'Nº Contrato': 'extra',
      Número: 'extra',
      Balance: 'extra',
    },
  },
  'fixed and mobile numbers with their area codes': {
    text: `
      nome | sexo | ddd_celular | celular | ddd_fixo | fixo | Fone/Fax
      Ana Lima | F | 21 | 988010001 | 21 | 33010001 | (21) 3301-0002`,
    fields: {
      nome: 'name',
      sexo: 'extra',
      ddd_celular: 'areaCode',
      celular: 'number',
      ddd_fixo: 'areaCode',
      fixo: 'number',
      'Fone/Fax': 'number',
    },
  },
  'pupils, with the telephone of another': {
    text: `
      Responsável Financeiro | Aluno | Celular do Responsável | Turma
      Rosa Lima | Ana Lima | (21) 98801-0001 | 5A`,
    fields: { 'Responsável Financeiro': 'name', Aluno: 'extra', 'Celular do Responsável': 'number', Turma: 'extra' },
  },
  'pupils beside the responsible, with one telephone': {
    text: `
      Responsável | Aluno | Telefone | E-mail do responsável
      Rosa Lima | Ana Lima | (21) 98801-0001 | r@e.com`,
    fields: { Responsável: 'name', Aluno: 'extra', Telefone: 'number', 'E-mail do responsável': 'email' },
  },
  'pupils with their own telephone': {
    text: `
      Nome do aluno | Nome do responsável | Celular do aluno
      Ana Lima | Rosa Lima | (21) 98801-0001`,
    fields: { 'Nome do aluno': 'name', 'Nome do responsável': 'extra', 'Celular do aluno': 'number' },
  },
  'the telephone of the responsible beside a name in parts': {
    text: `
      Nome | Sobrenome | Responsável legal | Telefone do responsável legal
      Ana | Lima | Rosa Lima | (21) 98801-0001`,
    fields: {
      Nome: 'extra',
      Sobrenome: 'extra',
      'Responsável legal': 'name',
      'Telefone do responsável legal': 'number',
    },
  },
  'the telephone of the mother': {
    text: `
      Criança | Mãe | Profissão da mãe | Telefone da mãe
      Ana Lima | Rosa Lima | Médica | (21) 98801-0001
      Rui Dias | Eva Dias | Atriz | (21) 98801-0002`,
    fields: { Criança: 'extra', Mãe: 'name', 'Profissão da mãe': 'extra', 'Telefone da mãe': 'number' },
  },
  'a customer whom somebody serves': {
    text: `
      Cliente | Telefone | Responsável
      Ana Lima | (21) 98801-0001 | Rui Dias`,
    fields: { Cliente: 'name', Telefone: 'number', Responsável: 'extra' },
  },
  'parcels with their sender': {
    text: `
      NOME | TELEFONE_CELULAR | NOME_REM | TELEFONE_CELULAR_REM | E_MAIL_REM
      Ana Lima | 21988010001 | Loja Sol | 2133010001 | l@e.com`,
    fields: {
      NOME: 'name',
      TELEFONE_CELULAR: 'number',
      NOME_REM: 'extra',
      TELEFONE_CELULAR_REM: 'extra',
      E_MAIL_REM: 'extra',
    },
  },
  'a country code apart': {
    text: `
      Nome | DDI | DDD | Telefone
      Alfa | 55 | 11 | 98801-0090
      Beta | +351 | | 912 345 678`,
    fields: { Nome: 'name', DDI: 'countryCode', DDD: 'areaCode', Telefone: 'number' },
  },
  'a country, and a country code': {
    text: `
      Nome | País | Código do país | Telefone
      Alfa | Brasil | 55 | 11988010090
      Beta | Portugal | 351 | 912345678`,
    fields: { Nome: 'name', País: 'extra', 'Código do país': 'countryCode', Telefone: 'number' },
  },
  'an area code whose column has no heading': {
    text: `
      Nome | | Telefone | Idade
      Alfa | 11 | 98801-0090 | 31
      Beta | 11 | 98801-0091 | 47`,
    fields: { Nome: 'name', '1': 'areaCode', Telefone: 'number', Idade: 'extra' },
  },
  'a numbered column': {
    text: `
      0 | Nome | Telefone | Cidade
      1 | Ana Lima | (11) 98801-0090 | Santos
      2 | Rui Dias | (11) 98801-0091 | Santos`,
    fields: { '0': 'extra', Nome: 'name', Telefone: 'number', Cidade: 'extra' },
  },
  'codes before the names': {
    text: `
      Cliente | Fantasia | Celular
      000123 - Ana Lima | Sol | (11) 98801-0090
      000124 - Rui Dias | | (11) 98801-0091`,
    fields: { Cliente: 'name', Fantasia: 'company', Celular: 'number' },
  },
  'a company with its contact person': {
    text: `
      Fornecedor | CNPJ | Pessoa de Contato | Telefone de Contato | E-mail de contato | Cargo do contato
      Sol Ltda | 11222333000181 | Ana Lima | (21) 3301-0001 | a@e.com | Gerente`,
    fields: {
      Fornecedor: 'company',
      CNPJ: 'extra',
      'Pessoa de Contato': 'name',
      'Telefone de Contato': 'number',
      'E-mail de contato': 'email',
      'Cargo do contato': 'extra',
    },
  },
  'names of other things': {
    text: `
      Nome do plano | Nome da mãe | Nome | Nome do vendedor | Telefone do titular | Telefone do vendedor
      Fibra 300 | Rosa Lima | Ana Lima | Rui | (11) 98801-0001 | (11) 98801-9999`,
    fields: {
      'Nome do plano': 'extra',
      'Nome da mãe': 'extra',
      Nome: 'name',
      'Nome do vendedor': 'extra',
      'Telefone do titular': 'number',
      'Telefone do vendedor': 'extra',
    },
  },
  'a flag that is headed like a number': {
    text: `
      Nome | Celular | WhatsApp
      Ana | (11) 98801-0001 | Sim
      Rui | (11) 98801-0002 | Não`,
    fields: { Nome: 'name', Celular: 'number', WhatsApp: 'extra' },
  },
  'a client that is a code': {
    text: `
      Cliente | Nome do Cliente | Tel.
      00123 | Ana Lima | (11) 98801-0001
      00124 | Rui Dias | (11) 98801-0002`,
    fields: { Cliente: 'extra', 'Nome do Cliente': 'name', 'Tel.': 'number' },
  },
  'numbers without area code': {
    text: `
      Nome | Telefone
      Ana Lima | 98801-0001
      Rui Dias | 3301-0002`,
    fields: { Nome: 'name', Telefone: 'number' },
  },
}

describe('headings and cells together show the columns of', () => {
  test.each(Object.entries(files))('%s', (_, { text, fields, headRows = 1 }) => {
    expect(guess(rowsOf(text)).headRows).toBe(headRows)
    expect(named(text)).toEqual(fields)
  })
})

describe('without headings, cells show the columns of', () => {
  test.each([
    ['Maria|21996124087|m@e.com\nRui|21996124088|r@e.com', ['name', 'number', 'email']],
    ['52998224725|11988010001|Ana Lima\n11144477735|11988010002|Rui Dias', ['', 'number', 'name']],
    [
      '1|10/12/2025|Ana Lima|1.234,50|24020-000|(11) 98801-0001\n2|11/12/2025|Rui Dias|99,90|24020-001|(11) 98801-0002',
      ['', '', 'name', '', '', 'number'],
    ],
    ['1985-12-10 08:00|Ana Lima|(11) 98801-0001\n1991-02-11 09:00|Rui Dias|(11) 98801-0002', ['', 'name', 'number']],
    // These documents are telephones by their digits.
    [
      '11988010004|Ana Lima|(11) 98801-0001\n11988013798|Rui Dias|não tem\n11988017432|Eva Reis|(11) 98801-0003',
      ['', 'name', 'number'],
    ],
    [
      'Ana Lima|11988010007|Centro\nRui Dias|11988010001|Vila Rica\nNome da Rosa||Cidade Nova\nEva Reis|11988010095|Centro',
      ['name', 'number', ''],
    ],
    [
      '1130010001|Ana Lima|11988010007\n1130010002|Rui Dias|11988010001\n1130010003|Eva Reis|11988010095',
      ['', 'name', 'number'],
    ],
    [
      'Ana Lima|11|98801-0007|31\nRui Dias|21|98801-0001|43\nEva Reis|11|3301-0095|17',
      ['name', 'areaCode', 'number', ''],
    ],
    ['Ana Lima|11|(11) 98801-0007\nRui Dias|21|(11) 98801-0001', ['name', '', 'number']],
    ['12345678909|Ana Lima|não\n52998224725|Rui Dias|tem', ['', 'name', '']],
    ['100 - Ana Lima|11988010007\n101 - Rui Dias|11988010001', ['name', 'number']],
    ['Santos|Ana Lima|11988010007\nSantos|Rui Dias|11988010001\nSantos|Eva Reis|11988010095', ['', 'name', 'number']],
  ])('%s', (text, columns) => {
    expect(guess(rowsOf(text))).toEqual({ headRows: 0, columns })
  })
})

test('the numbers are those of the company’s country', () => {
  const rows = rowsOf('Ayşe Yılmaz|0532 123 45 67\nEda Kaya|0533 123 45 67')
  expect(guessColumns({ ...contactTarget, country: 'TR' }, rows).columns).toEqual(['name', 'number'])
  const headed = rowsOf('Nombre|Apellido 1|Apellido 2|Móvil|NIF\nAna|Lima|Reis|612345678|12345678Z')
  expect(guessColumns({ ...contactTarget, country: 'ES' }, headed).columns).toEqual([
    'name',
    'lastName',
    'lastName',
    'number',
    'extra',
  ])
})

test('a title above data without headings is no data', () => {
  expect(guess(rowsOf('Minha lista\nMaria|21996124087\nRui|21996124088'))).toEqual({
    headRows: 1,
    columns: ['name', 'number'],
  })
})

test('a person may say where the data begin', () => {
  const rows = rowsOf('Nome|Fone\nCliente|Contato\nAna Lima|11988010001')
  expect(guess(rows).headRows).toBe(1)
  expect(guessColumns(contactTarget, rows, 2)).toEqual({ headRows: 2, columns: ['name', 'number'] })
  expect(guessColumns(contactTarget, rows, 0)).toMatchObject({ headRows: 0 })
})

test('the guess does not depend on the order of the columns', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed
  }
  for (const [name, { text }] of Object.entries(files)) {
    const rows = rowsOf(text)
    const width = Math.max(...rows.map(({ length }) => length))
    const { headRows, columns } = guess(rows)
    for (let n = 0; n < 30; n++) {
      const order = Array.from({ length: width }, (_, at) => ({ at, by: random() }))
        .toSorted((a, b) => a.by - b.by)
        .map(({ at }) => at)
      const shuffled = guess(rows.map((cells) => order.map((at) => cells[at] ?? '')))
      expect([name, shuffled]).toEqual([name, { headRows, columns: order.map((at) => columns[at] ?? '') }])
    }
  }
})

test('few cells of a large file are looked at', () => {
  let [looks, longest] = [0, 0]
  const fields = contactTarget.fields.map((field) => ({
    ...field,
    fits: (cell: string) => {
      looks++
      longest = Math.max(longest, cell.length)
      return 0.5
    },
  }))
  guessColumns(
    { ...contactTarget, fields },
    Array.from({ length: 300 }, () => Array<string>(120).fill('x'.repeat(500))),
  )
  expect(looks).toBe(1_200 * fields.length)
  expect(longest).toBe(150)
})
