/** Header of a file of contact cards, which becomes a sheet. Pure. */
import { type Language, languageOf } from '../../texts/languages'

type Words = Readonly<
  Record<'name' | 'company' | 'number' | 'email' | 'title' | 'birthday' | 'address' | 'groups' | 'note', string>
>
const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    name: 'Nome',
    company: 'Empresa',
    number: 'Telefone',
    email: 'E-mail',
    title: 'Cargo',
    birthday: 'Aniversário',
    address: 'Endereço',
    groups: 'Grupos',
    note: 'Observações',
  },
  en: {
    name: 'Name',
    company: 'Company',
    number: 'Phone',
    email: 'Email',
    title: 'Job title',
    birthday: 'Birthday',
    address: 'Address',
    groups: 'Groups',
    note: 'Notes',
  },
  es: {
    name: 'Nombre',
    company: 'Empresa',
    number: 'Teléfono',
    email: 'Correo',
    title: 'Cargo',
    birthday: 'Fecha de nacimiento',
    address: 'Dirección',
    groups: 'Grupos',
    note: 'Notas',
  },
  tr: {
    name: 'Ad',
    company: 'Şirket',
    number: 'Telefon',
    email: 'E-posta',
    title: 'Görev',
    birthday: 'Doğum tarihi',
    address: 'Adres',
    groups: 'Gruplar',
    note: 'Notlar',
  },
}

export function cardHeads(
  language: string,
  { numbers, emails }: { readonly numbers: number; readonly emails: number },
): readonly string[] {
  const { name, company, number, email, title, birthday, address, groups, note } = words[languageOf(language)]
  const numbered = (head: string, count: number) =>
    Array.from({ length: count }, (_, at) => (at === 0 ? head : `${head} ${at + 1}`))
  return [
    name,
    company,
    ...numbered(number, numbers),
    ...numbered(email, emails),
    title,
    birthday,
    address,
    groups,
    note,
  ]
}
