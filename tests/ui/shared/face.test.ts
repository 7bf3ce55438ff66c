import { expect, test } from 'bun:test'
import { initials } from '../../../ui/shared/kit/Face'

test.each([
  ['Mariana Duarte', 'MD'],
  ['João Pedro Sant’Anna', 'JP'],
  ['studio.lavanda', 'SL'],
  ['Dra. Aline Fontoura', 'AF'],
  ['Ana', 'A'],
  ['ömer yılmaz', 'ÖY'],
  ['+55 (21) 98847-2310', '+55'],
  ['💙 Carla', 'C'],
  ['💙', '💙'],
  ['👨‍👩‍👧 🌸', '👨‍👩‍👧'],
  ['', ''],
])('%s shows %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
