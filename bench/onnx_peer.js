// SPDX-License-Identifier: MIT
// ONNX Runtime's side of ./bench/run onnx: `node onnx_peer.js FOLDER`, with the package
// onnxruntime-node in FOLDER/node_modules. Lines of JSON as in onnx_weft.cpp, which is Weft's side.
// Runs go to the package's native half: its promises would add what ONNX Runtime does not take.
"use strict";
const fs = require("fs");
const path = require("path");
const readline = require("readline");

const root = path.join(process.argv[2], "node_modules", "onnxruntime-node");
const { binding, initOrt } = require(path.join(root, "dist", "binding.js"));
const { Tensor } = require(require.resolve("onnxruntime-common", { paths: [root] }));
initOrt();

const arrays = {
  float32: Float32Array, float64: Float64Array, float16: Uint16Array, bool: Uint8Array,
  uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array,
  int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array,
};
const given = [];
const feeds = {}, fetches = {};
let session, outputs;

const now = () => process.hrtime.bigint();

function addInput({ type, shape, file }) {
  const bytes = fs.readFileSync(file);
  const Elements = arrays[type];
  const elements = new Elements(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  given.push(new Tensor(type, elements, shape));
  return {};
}

function run() {
  outputs = session.run(feeds, fetches, {});
}

function start({ model, threads }) {
  const begin = now();
  session = new binding.InferenceSession();
  session.loadModel(model, { intraOpNumThreads: threads, interOpNumThreads: 1,
                             logSeverityLevel: 3 });
  const load = now() - begin;
  const names = session.inputMetadata.map((input) => input.name);
  if (names.length !== given.length)
    throw new Error(`the model has ${names.length} inputs, but ${given.length} are given`);
  names.forEach((name, i) => { feeds[name] = given[i]; });
  for (const output of session.outputMetadata) fetches[output.name] = null;
  run();
  return { load: Number(load), all: Number(now() - begin) };
}

function runSeveral({ times }) {
  const ns = [];
  for (let i = 0; i < times; i++) {
    outputs = undefined;
    const begin = now();
    run();
    ns.push(Number(now() - begin));
  }
  return { ns };
}

function save({ folder }) {
  return { outputs: session.outputMetadata.map(({ name }, i) => {
    const { type, dims, data } = outputs[name];
    const file = path.join(folder, String(i));
    fs.writeFileSync(file, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return { type, shape: dims, file };
  }) };
}

const verbs = { input: addInput, start, run: runSeveral, save };
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try {
    const asked = JSON.parse(line);
    answer = verbs[asked.do](asked);
  } catch (error) {
    answer = { error: String(error.message ?? error).split("\n")[0] };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
