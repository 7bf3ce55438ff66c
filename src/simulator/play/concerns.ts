/** Typical questions to a Brazilian shop, as customers write them. */
export type Concern = {
  question: string
  /** Sent with the question. */
  shows?: { photo: string } | { voice: number }
  /** Sent in turn, whatever the attendant says. */
  answers: string[]
}

export const GREETINGS = [
  'Oi, bom dia!',
  'Olá, tudo bem?',
  'Boa tarde!',
  'Oi, alguém pode me ajudar?',
  'Bom dia, vocês estão abertos?',
]
export const THANKS = [
  'Obrigada!',
  'Muito obrigado pela atenção.',
  'Perfeito, obrigada! 🙏',
  'Valeu, até mais!',
  'Era só isso, obrigado.',
]
export const NUDGES = ['Alguém aí?', '?', 'Fico no aguardo.', 'Ainda estão atendendo?']

export const CONCERNS: Concern[] = [
  {
    question: 'Queria saber o preço do sofá de três lugares.',
    answers: ['O cinza, que está na vitrine.', 'E parcela em quantas vezes?'],
  },
  {
    question: 'Meu pedido ainda não chegou, podem verificar?',
    answers: ['O número é 48213.', 'Está no nome da minha esposa, Ana.'],
  },
  { question: 'Vocês entregam no sábado?', answers: ['Pode ser de manhã?', 'Ótimo, combinado.'] },
  {
    question: 'O produto veio com defeito, como faço a troca?',
    shows: { photo: 'olha o rasgo aqui do lado' },
    answers: ['Comprei faz uma semana, tenho a nota.', 'Posso levar na loja amanhã.'],
  },
  {
    question: 'Tem esse modelo em azul?',
    shows: { photo: 'é este aqui' },
    answers: ['E quando chega?', 'Pode reservar um.'],
  },
  { question: 'Qual é o prazo de entrega para o meu bairro?', answers: ['Moro em Copacabana.', 'Está bom assim.'] },
  { question: 'Posso pagar no Pix com desconto?', answers: ['Qual é a chave?', 'Já fiz a transferência.'] },
  {
    question: 'Preciso da segunda via do boleto.',
    answers: ['O CPF é 123.456.789-09.', 'Recebi aqui, certinho.'],
  },
  {
    question: 'Vocês montam os móveis?',
    shows: { voice: 6 },
    answers: ['É um guarda-roupa de seis portas.', 'Quanto fica a montagem?'],
  },
  {
    question: 'Gostaria de falar com um atendente, por favor.',
    shows: { voice: 4 },
    answers: ['É sobre a garantia.', 'Entendi, então vou mandar o aparelho.'],
  },
]
