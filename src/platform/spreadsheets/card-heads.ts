/** Header of a file of contact cards, which becomes a sheet. Pure. */
import { languageOf } from '../../texts/languages'
import { cardTexts } from './card-texts'

export function cardHeads(
  language: string,
  { numbers, emails }: { readonly numbers: number; readonly emails: number },
): readonly string[] {
  const { name, company, number, email, title, birthday, address, groups, note } = cardTexts[languageOf(language)]
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
