/** Generates customers: a Brazilian name and an unused mobile number. Pure, but for the random source. */
import type { PhoneView } from '../../../../src/simulator/contract'

const FIRST_NAMES = (
  'Adriana Alice Amanda Antônio Bernardo Camila Cecília Cláudio Daniela Davi Eduardo Elaine Fernanda Gustavo Helena ' +
  'Igor Júlia Larissa Leonardo Luíza Marcelo Miguel Natália Otávio Patrícia Rafaela Renato Sofia Tatiana Vinícius'
).split(' ')
const LAST_NAMES = (
  'Andrade Azevedo Batista Borges Campos Carvalho Castro Dias Farias Fonseca Freitas Guimarães Leal Macedo Martins ' +
  'Melo Monteiro Peixoto Pinheiro Queiroz Ramos Rezende Rocha Santana Siqueira Teixeira Vargas Viana'
).split(' ')
/** São Paulo, Rio, Belo Horizonte, Curitiba, Porto Alegre, Salvador, Recife, Fortaleza, Brasília, Goiânia. */
const AREAS = ['11', '21', '31', '41', '51', '71', '81', '85', '61', '62']

export type InventedPerson = { name: string; phone: string }

export function inventCustomer(
  phones: readonly Pick<PhoneView, 'name' | 'phone'>[],
  dice = Math.random,
): InventedPerson {
  const names = new Set(phones.map(({ name }) => name))
  const numbers = new Set(phones.map(({ phone }) => phone))
  const name = untilFree(() => `${oneOf(FIRST_NAMES, dice)} ${oneOf(LAST_NAMES, dice)}`, names)
  const phone = untilFree(() => `55${oneOf(AREAS, dice)}9${8 + Math.floor(dice() * 2)}${digits(7, dice)}`, numbers)
  return { name, phone }
}

/** After a hundred attempts a name may repeat. */
function untilFree(make: () => string, taken: ReadonlySet<string>): string {
  for (let left = 100; left > 0; left--) {
    const made = make()
    if (!taken.has(made)) return made
  }
  return make()
}

const oneOf = (from: readonly string[], dice: () => number): string => from[Math.floor(dice() * from.length)] ?? ''
const digits = (count: number, dice: () => number): string =>
  Array.from({ length: count }, () => Math.floor(dice() * 10)).join('')
