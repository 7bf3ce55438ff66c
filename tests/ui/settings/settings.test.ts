/** Every setting has its place on the screen, and the search finds it. */
import { expect, test } from 'bun:test'
import { settingKeys } from '../../../src/settings/contract'
import { saidOf } from '../../../ui/shared/settings/labels'
import { matchingSections, minutesOffered, sectionsFor } from '../../../ui/shared/settings/options'
import { textIn } from '../support/texts'

test('every effective setting is shown once, and the operator’s only to the operator', () => {
  const shown = (isOperator: boolean) =>
    sectionsFor({ isOperator }).flatMap(({ options }) => options.map(({ key }) => key as string))
  const effective = settingKeys.filter((key) => key !== 'chatBotType')
  expect(shown(true).toSorted()).toEqual([...effective, 'timeZone', 'language'].toSorted())
  const ofOperator = ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth']
  expect(shown(false)).toEqual(shown(true).filter((key) => !ofOperator.includes(key)))
})

test('the search covers names and descriptions, without accents, for every word', async () => {
  const t = await textIn('pt-BR')
  const found = (words: string) =>
    matchingSections(sectionsFor({ isOperator: false }), words, (option, section) =>
      saidOf(t, option, section),
    ).flatMap(({ options }) => options.map(({ key }) => key as string))
  expect(found('LIGACOES')).toEqual(['acceptCallWhatsapp'])
  expect(found('smtp senha')).toEqual(['clientsecretsmtpauth'])
  expect(found('mensagens audio')).toHaveLength(1)
  expect(found('xyz')).toEqual([])
})

test('a current number of minutes outside the list is offered too', () => {
  expect(minutesOffered({ key: 'waitingRed' }, 7)).toContain(7)
  expect(minutesOffered({ key: 'waitingRed' }, 5).filter((count) => count === 5)).toEqual([5])
})

test('0 minutes, which turns a setting off, is offered only where it does', () => {
  expect(minutesOffered({ key: 'waitingRed' }, 5)).not.toContain(0)
  expect(minutesOffered({ key: 'thanksAfterClosing' }, 10)).toContain(0)
})
