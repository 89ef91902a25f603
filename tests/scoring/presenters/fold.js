// Folds the matches on its input, one a line behind the tariff, and gives each as the phone reads it.
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

runInThisContext(readFileSync(process.argv[2], "utf8"));
const [tariff, ...matches] = readFileSync(0, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const read = (match) => {
  try {
    return runInThisContext("scorer").read({ ...match, tariff });
  } catch (error) {
    return { refused: error.message };
  }
};
process.stdout.write(matches.map((match) => JSON.stringify(read(match))).join("\n"));
