// A game for two in which a move is to add one. The port is the only argument.
const { Server } = require("boardgame.io/server");

const MOVES = 72; // as many as a game of Rowlock has in this benchmark, about

const count = {
  name: "count",
  setup: () => ({ moves: 0 }),
  moves: {
    add: ({ G }) => {
      G.moves += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.moves >= MOVES ? { draw: true } : undefined),
};

Server({ games: [count], origins: [/.*/] }).run(Number(process.argv[2]));
