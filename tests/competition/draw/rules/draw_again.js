// Draws with the script of the record page. Reads a list of [locked list, seed or drawing of a later round] as JSON, and prints the draws as JSON.
const { readFileSync } = require("fs");
const { runInNewContext } = require("vm");

const document = { querySelectorAll: () => [] };
runInNewContext(readFileSync(process.argv[2], "utf-8"), { document, TextEncoder, Uint8Array });
const asked = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(asked.map(([locked, seed]) => document.drawLots(locked, seed))));
