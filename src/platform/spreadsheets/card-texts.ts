/** Heads of a sheet of contact cards. */
import type { Language } from '../../texts/languages'
import en from './card-texts.en.json'
import es from './card-texts.es.json'
import tr from './card-texts.tr.json'

type Words = Readonly<
  Record<'name' | 'company' | 'number' | 'email' | 'title' | 'birthday' | 'address' | 'groups' | 'note', string>
>

export const cardTexts: Readonly<Record<Language, Words>> = {
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
  en,
  es,
  tr,
}
