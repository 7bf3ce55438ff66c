import { describe, expect, test } from 'bun:test'
import { readBody } from '../../../src/moving-in/reading/signatures'
import {
  readAck,
  readCampaignStatus,
  readChannel,
  readRate,
  readScheduleStatus,
  readTicketStatus,
} from '../../../src/moving-in/reading/states'
import { readCampaignText, readTemplate } from '../../../src/moving-in/reading/variables'

describe('variables', () => {
  test.each([
    ['Olá {{firstname}}', 'Olá {{firstName}}', []],
    ['{{ firstName }}, {{greeting}}', '{{firstName}}, {{ms}}', []],
    ['{{gretting}} {{ms}} {{name}} {{protocol}}', '{{ms}} {{ms}} {{name}} {{protocol}}', []],
    ['{{{name}}} {{&name}}', '{{name}} {{name}}', []],
    ['{{hora}} {{date}}', '{{hour}} {{date}}', []],
    ['{{user}} {{queue}} {{user}}', '{{user}} {{queue}} {{user}}', ['user', 'queue']],
    ['{nome} fica', '{nome} fica', []],
  ])('of the template %p are those of %p', (text, ours, unknown) => {
    expect(readTemplate(text)).toEqual({ text: ours, unknown })
  })

  test.each([
    ['Oi {nome}!', 'Oi {{name}}!', []],
    ['{email} {numero}', '{{email}} {{number}}', []],
    ['{loja} e {Loja Nova}', '{{loja}} e {{Loja Nova}}', []],
    ['{{firstname}}', '{{firstName}}', []],
    ['{cupom}', '{cupom}', ['cupom']],
    ['{"json": 1}', '{"json": 1}', []],
  ])('of the campaign %p are those of %p', (text, ours, unknown) => {
    expect(readCampaignText(text, ['loja', 'Loja Nova'])).toEqual({ text: ours, unknown })
  })
})

test.each([
  ['*Ana Souza:*\nBom dia', { text: 'Bom dia', signature: 'Ana Souza', isAutomatic: false }],
  ['*Ana Souza*:\n Bom dia', { text: 'Bom dia', signature: 'Ana Souza', isAutomatic: false }],
  ['*Ana:*\r\nBom dia', { text: 'Bom dia', signature: 'Ana', isAutomatic: false }],
  ['*Ana:* Bom dia', { text: '*Ana:* Bom dia', signature: null, isAutomatic: false }],
  ['*Lia "Bia" O’Neil:*\nOi', { text: 'Oi', signature: 'Lia "Bia" O’Neil', isAutomatic: false }],
  ['*Preços:*\n1 - Pão', { text: '1 - Pão', signature: 'Preços', isAutomatic: false }],
  ['\u200eBem-vindo', { text: 'Bem-vindo', signature: null, isAutomatic: true }],
  ['\u200e Bem-vindo', { text: 'Bem-vindo', signature: null, isAutomatic: true }],
  ['', { text: '', signature: null, isAutomatic: false }],
])('the body %p is %p', (body, read) => {
  expect(readBody(body)).toEqual(read)
})

test.each([
  ['open', 'open', false, false],
  ['group', 'open', false, false],
  ['pending', 'pending', false, false],
  ['lgpd', 'pending', false, false],
  ['chatbot', 'pending', true, false],
  ['closed', 'closed', false, false],
  ['close', 'closed', false, false],
  ['nps', 'closed', false, true],
])('a ticket that is %p is %p', (stored, status, isBot, isRatingAsked) => {
  expect(readTicketStatus(stored)).toEqual({ status, isBot, isRatingAsked } as never)
})

test('an unknown status is none', () => {
  expect(readTicketStatus('paused')).toBeNull()
  expect(readTicketStatus(null)).toBeNull()
})

test.each([
  ['-1', true, 'baileys', 0],
  ['0', true, 'baileys', 0],
  ['1', true, 'baileys', 1],
  ['5', true, 'baileys', 5],
  ['-1', true, 'webjs', 0],
  ['0', true, 'webjs', 1],
  ['3', true, 'webjs', 4],
  ['4', true, 'webjs', 5],
  ['9', true, 'webjs', 5],
  [null, true, 'baileys', 0],
  ['3', false, 'webjs', 0],
  ['2', false, 'baileys', 0],
] as const)('ack %p, own: %p, of %p is %p', (stored, fromMe, scale, ack) => {
  expect(readAck(stored, fromMe, scale)).toBe(ack)
})

test.each([
  ['PENDENTE', false, 'pending'],
  ['ENVIADA', false, 'sent'],
  ['AGENDADA', false, 'failed'],
  ['AGENDADA', true, 'sent'],
  ['ERRO', true, 'failed'],
  [null, false, 'failed'],
] as const)('a schedule that is %p, sent: %p, is %p', (stored, wasSent, status) => {
  expect(readScheduleStatus(stored, wasSent)).toBe(status)
})

test.each([
  ['FINALIZADA', 'FINALIZADA'],
  ['em_andamento', 'EM_ANDAMENTO'],
  ['EM ANDAMENTO', 'EM_ANDAMENTO'],
  ['processing', 'EM_ANDAMENTO'],
  ['canceled', 'CANCELADA'],
  [null, 'INATIVA'],
  ['?', 'INATIVA'],
] as const)('a campaign that is %p is %p', (stored, status) => {
  expect(readCampaignStatus(stored)).toBe(status)
})

test.each([
  ['5', 5, 5],
  ['0', 5, null],
  ['6', 5, null],
  ['0', 10, 0],
  ['10', 10, 10],
  [null, 5, null],
] as const)('rate %p of %p is %p', (stored, top, rate) => {
  expect(readRate(stored, top)).toBe(rate)
})

test.each([
  [null, 'whatsapp'],
  ['whatsapp', 'whatsapp'],
  ['whatsapp_oficial', 'whatsapp_official'],
  ['facebook', 'facebook'],
  ['messenger', 'facebook'],
  ['instagram', 'instagram'],
  ['telegram', 'telegram'],
  ['hub_olx', 'other'],
] as const)('channel %p is %p', (stored, channel) => {
  expect(readChannel(stored)).toBe(channel)
})
