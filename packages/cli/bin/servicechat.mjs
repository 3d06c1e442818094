#!/usr/bin/env node
import "../src/servicechat.ts";
