import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { RichText } from '../../../ui/features/messages/bubble/RichText'

test('markup in a text stays text', () => {
  expect(renderToStaticMarkup(<RichText text="مرحبا *hello* <b>x</b>" />)).toBe(
    'مرحبا <b>hello</b> &lt;b&gt;x&lt;/b&gt;',
  )
})
